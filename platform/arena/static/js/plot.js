// Draws the rating history from the numbers of its table: without script the table says the same.

const HEIGHT_PX = 260;

/** The rows of the table as columns: time, live Elo, rating, lower and upper end of the band. @param {HTMLTableElement} table */
function readColumns(table) {
  const rows = [...table.tBodies[0].rows].map((row) =>
    [...row.cells].map((cell) => (cell.dataset.value ? Number(cell.dataset.value) : null)),
  );
  rows.reverse(); // the table has the newest period first
  return [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column]));
}

/** @param {string} name */
function colour(name) {
  // A custom property may hold light-dark(): only a used colour is resolved.
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** @param {unknown} _plot @param {number | null} value */
const shown = (_plot, value) => value?.toFixed(0) ?? "–";

/** @param {HTMLTableElement} table @param {number} width */
function options(table, width) {
  const ink = colour("--ink-soft");
  const line = colour("--line");
  const accent = colour("--accent");
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const names = [...(table.tHead?.rows[0].cells ?? [])].map((cell) => cell.textContent);
  return {
    width,
    height: HEIGHT_PX,
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (/** @type {unknown} */ _plot, /** @type {number} */ low, /** @type {number} */ high) => [Math.floor(low - 20), Math.ceil(high + 20)] } },
    axes: [axis, { ...axis, size: 60 }],
    series: [
      { label: names[0] },
      { label: names[1], stroke: ink, width: 1, dash: [4, 4], value: shown },
      { label: names[2], stroke: accent, width: 2, spanGaps: true, value: shown },
      { label: names[3], stroke: "transparent", spanGaps: true, value: shown },
      { label: names[4], stroke: "transparent", spanGaps: true, value: shown },
    ],
    bands: [{ series: [4, 3], fill: accent.replace("rgb(", "rgba(").replace(")", ", 0.18)") }],
  };
}

/** @param {HTMLElement} place */
function draw(place) {
  const table = document.getElementById(place.dataset.plotOf ?? "");
  if (!(table instanceof HTMLTableElement)) return;
  const columns = readColumns(table);
  if (columns[0].length < 2) return;
  place.replaceChildren();
  place.hidden = false;
  // The library is a classic script: it leaves its one name on the window.
  const { uPlot } = /** @type {{uPlot: new (options: object, data: (number | null)[][], place: HTMLElement) => void}} */ (/** @type {unknown} */ (window));
  new uPlot(options(table, place.clientWidth), columns, place);
}

function drawAll() {
  for (const place of document.querySelectorAll("[data-plot-of]")) draw(/** @type {HTMLElement} */ (place));
}

drawAll();
// Colours are read when drawing, so a change of theme or width draws anew.
new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) drawAll();
  width = innerWidth;
});
