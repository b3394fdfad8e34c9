// A bracket with script: point at a bot and its way lights up; buttons and keys zoom; arrow keys go from match to
// match. Links and lists work without.

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The middle of a match in the bracket's own units.
 * @param {SVGElement} match
 * @returns {[number, number]}
 */
function middle(match) {
  const box = match.querySelector("rect");
  if (!box) return [0, 0];
  return [box.x.baseVal.value + box.width.baseVal.value / 2, box.y.baseVal.value + box.height.baseVal.value / 2];
}

/**
 * The next match in a direction: the nearest, where going astray counts double.
 * @param {SVGElement[]} matches
 * @param {SVGElement} from
 * @param {[number, number]} direction
 * @returns {SVGElement | undefined}
 */
function neighbour(matches, from, [right, down]) {
  const [x, y] = middle(from);
  let best;
  let least = Infinity;
  for (const match of matches) {
    const [toX, toY] = middle(match);
    const ahead = (toX - x) * right + (toY - y) * down;
    const astray = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    if (match !== from && ahead > 1 && ahead + 2 * astray < least) {
      least = ahead + 2 * astray;
      best = match;
    }
  }
  return best;
}

/**
 * The seed that the nearest part above an event's target belongs to.
 * @param {Event} event
 * @returns {string | undefined}
 */
function seedAt(event) {
  const part = event.target instanceof Element ? event.target.closest("[data-seed]") : null;
  return part?.getAttribute("data-seed") ?? undefined;
}

/** @type {NodeListOf<SVGSVGElement>} */
const brackets = document.querySelectorAll("svg[data-bracket]");
for (const bracket of brackets) {
  /** @type {HTMLElement | null} */
  const wrap = bracket.closest(".bracket-wrap");
  if (!wrap) continue;
  /** @type {SVGElement[]} */
  const matches = [...bracket.querySelectorAll(".bracket-match")].filter((each) => each instanceof SVGElement);
  const kept = new Set(bracket.querySelectorAll(".is-path"));
  const full = bracket.viewBox.baseVal;

  const follow = (/** @type {string | undefined} */ seed) => {
    for (const part of bracket.querySelectorAll("[data-seed]")) {
      part.classList.toggle("is-path", seed ? part.getAttribute("data-seed") === seed : kept.has(part));
    }
  };
  bracket.addEventListener("pointerover", (event) => follow(seedAt(event)));
  bracket.addEventListener("pointerleave", () => follow(undefined));
  bracket.addEventListener("focusin", (event) => {
    const first = event.target instanceof Element ? event.target.querySelector(".is-first[data-seed]") : null;
    follow(first?.getAttribute("data-seed") ?? undefined);
  });
  bracket.addEventListener("focusout", () => follow(undefined));

  const zoomTo = (/** @type {number} */ width) => {
    const bounded = Math.min(Math.max(width, full.width / 5), full.width * 4);
    bracket.setAttribute("width", String(bounded));
    bracket.setAttribute("height", String((bounded * full.height) / full.width));
  };
  const zoomBy = (/** @type {number} */ factor) => zoomTo(Number(bracket.getAttribute("width")) * factor);
  const fit = () => zoomTo(Math.min(full.width, wrap.clientWidth));

  wrap.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = matches.find((match) => match === document.activeElement);
    if (event.key === "+" || event.key === "=") zoomBy(1.25);
    else if (event.key === "-") zoomBy(0.8);
    else if (event.key === "0") fit();
    else if (event.key in ARROWS && (here || event.key === "ArrowRight")) {
      const next = here ? neighbour(matches, here, ARROWS[event.key]) : matches[0];
      next?.focus();
      next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else return;
    event.preventDefault();
  });

  /** @type {HTMLElement | null | undefined} */
  const zoom = bracket.closest("section")?.querySelector("[data-zoom]");
  if (!zoom) continue;
  zoom.hidden = false;
  zoom.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const factor = Number(event.target.closest("[data-zoom-by]")?.getAttribute("data-zoom-by"));
    if (factor) zoomBy(factor);
    else if (event.target.closest("[data-zoom-fit]")) fit();
  });
}
