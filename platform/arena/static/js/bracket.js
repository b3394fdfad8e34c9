// A bracket with script: point at a bot and its way lights up; buttons and keys zoom; arrow keys go from match to
// match. Links and lists work without.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The middle of a match in the bracket's own units. */
function middle(match) {
  const box = match.querySelector("rect");
  return [box.x.baseVal.value + box.width.baseVal.value / 2, box.y.baseVal.value + box.height.baseVal.value / 2];
}

/** The next match in a direction: the nearest, where going astray counts double. */
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

for (const bracket of document.querySelectorAll("[data-bracket]")) {
  const wrap = bracket.closest(".bracket-wrap");
  const matches = [...bracket.querySelectorAll(".bracket-match")];
  const kept = new Set(bracket.querySelectorAll(".is-path"));
  const full = bracket.viewBox.baseVal;

  const follow = (seed) => {
    for (const part of bracket.querySelectorAll("[data-seed]")) {
      part.classList.toggle("is-path", seed ? part.dataset.seed === seed : kept.has(part));
    }
  };
  bracket.addEventListener("pointerover", (event) => follow(event.target.closest("[data-seed]")?.dataset.seed));
  bracket.addEventListener("pointerleave", () => follow());
  bracket.addEventListener("focusin", (event) => {
    follow(event.target.querySelector(".is-first[data-seed]")?.dataset.seed);
  });
  bracket.addEventListener("focusout", () => follow());

  const zoomTo = (width) => {
    const bounded = Math.min(Math.max(width, full.width / 5), full.width * 4);
    bracket.setAttribute("width", bounded);
    bracket.setAttribute("height", (bounded * full.height) / full.width);
  };
  const zoomBy = (factor) => zoomTo(Number(bracket.getAttribute("width")) * factor);
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

  const zoom = bracket.closest("section")?.querySelector("[data-zoom]");
  if (!zoom) continue;
  zoom.hidden = false;
  zoom.addEventListener("click", (event) => {
    const factor = Number(event.target.closest("[data-zoom-by]")?.dataset.zoomBy);
    if (factor) zoomBy(factor);
    else if (event.target.closest("[data-zoom-fit]")) fit();
  });
}
