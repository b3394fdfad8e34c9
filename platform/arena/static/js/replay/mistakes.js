// Decisions that cost most, below the chart: asked for by a button, then looked after until they are known.

/**
 * @typedef {{step: number, seat: number, played_name: string, better_name: string, loss: number, error: number}} Mistake
 * @typedef {{state: string, done?: number, total?: number, before?: number, mistakes?: Mistake[], error?: string}} Told
 */

const AGAIN_MS = 2000;

/** @param {HTMLElement} root @param {HTMLElement} viewer */
function start(root, viewer) {
  const words = root.dataset;
  /** @type {{seats: {name: string}[]}} */
  const head = JSON.parse(words.head ?? "{}");
  const state = /** @type {HTMLElement} */ (root.querySelector("[data-state]"));
  const asking = /** @type {HTMLElement} */ (root.querySelector("[data-ask]"));
  const list = /** @type {HTMLElement} */ (root.querySelector("[data-list]"));
  const slider = /** @type {HTMLInputElement} */ (viewer.querySelector("[data-slider]"));

  /** @param {Mistake} mistake */
  const line = (mistake) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chances-moment";
    const name = document.createElement("strong");
    name.textContent = `${head.seats[mistake.seat].name} −${Math.round(100 * mistake.loss)} % (± ${Math.round(200 * mistake.error)})`;
    const told = document.createElement("span");
    told.textContent = `${words.played}: ${mistake.played_name}; ${words.better}: ${mistake.better_name}`;
    button.append(name, told);
    button.addEventListener("click", () => {
      slider.value = String(mistake.step);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const out = document.createElement("a");
    out.className = "chances-out small";
    out.href = `${(words.out ?? "").replace(/\/0\/$/, `/${mistake.step}/`)}#d=${mistake.step}`;
    out.textContent = words.playOut ?? "";
    const item = document.createElement("li");
    item.append(button, out);
    return item;
  };

  /** @param {Told} told */
  const show = (told) => {
    asking.hidden = told.state !== "none" && told.state !== "failed";
    const isOpen = told.state === "waiting" || told.state === "running";
    state.textContent =
      told.error ??
      (told.state === "waiting" ? `${words.waiting} ${told.before ?? 0}` : told.state === "running" ? `${words.running} ${told.done} / ${told.total || "…"}` : told.mistakes && !told.mistakes.length ? (words.none ?? "") : "");
    list.replaceChildren(...(told.mistakes ?? []).map(line));
    if (isOpen) window.setTimeout(() => void look(), AGAIN_MS);
    root.dataset.ready = told.state;
  };

  /** @param {RequestInit} [more] */
  const look = async (more) => {
    const address = more && asking instanceof HTMLFormElement ? asking.action : (words.mistakes ?? "");
    try {
      const answer = await fetch(address, { ...more, headers: { Accept: "application/json" } });
      const told = await answer.json();
      show(answer.ok ? told : { state: "none", error: told.error });
    } catch {
      state.textContent = words.failed ?? "";
      asking.hidden = false;
    }
  };

  asking.addEventListener("submit", (event) => {
    event.preventDefault();
    if (asking instanceof HTMLFormElement) void look({ method: "POST", body: new FormData(asking) });
  });
  void look();
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-mistakes]"));
const viewer = /** @type {HTMLElement | null} */ (document.querySelector("[data-viewer]"));
if (root && viewer) start(root, viewer);
