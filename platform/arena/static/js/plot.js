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

/** How the page writes numbers and times: in its language, by 24 hours, in the time zone of its tables. @param {string} zone */
function writing(zone) {
  const language = document.documentElement.lang || "en";
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  /** @param {Intl.DateTimeFormatOptions} parts */
  const time = (parts) => new Intl.DateTimeFormat(language, { ...parts, timeZone: zone, hourCycle: "h23" });
  const day = time({ day: "numeric", month: "short" });
  const hour = time({ hour: "2-digit", minute: "2-digit" });
  const moment = time({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const at = (/** @type {Intl.DateTimeFormat} */ format, /** @type {number} */ seconds) => format.format(new Date(seconds * 1000));
  return {
    /** @param {number | null | undefined} value */
    number: (value) => (value === null || value === undefined ? "–" : number.format(value)),
    /** @param {number} seconds */
    moment: (seconds) => at(moment, seconds),
    /** Ticks: the hour, and below it the day where another one begins. @param {number[]} ticks */
    ticks(ticks) {
      const isDaily = ticks.length > 1 && ticks[1] - ticks[0] >= 86_400;
      const days = ticks.map((seconds) => at(day, seconds));
      return ticks.map((seconds, place) => (isDaily ? days[place] : at(hour, seconds) + (days[place] === days[place - 1] ? "" : `\n${days[place]}`)));
    },
  };
}

/** @typedef {ReturnType<typeof writing>} Writing */

/** @param {number} width @param {string} zone @param {Writing} words @param {(at: number | null | undefined) => void} told */
function options(width, zone, words, told) {
  const ink = colour("--ink-soft");
  const line = colour("--line");
  const accent = colour("--accent");
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const many = (/** @type {unknown} */ _plot, /** @type {number[]} */ ticks) => ticks.map(words.number);
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    tzDate: (/** @type {number} */ seconds) => library().tzDate(new Date(seconds * 1000), zone),
    hooks: { setCursor: [(/** @type {{cursor: {idx?: number | null}}} */ plot) => told(plot.cursor.idx)] },
    scales: { y: { range: (/** @type {unknown} */ _plot, /** @type {number} */ low, /** @type {number} */ high) => [Math.floor(low - 20), Math.ceil(high + 20)] } },
    axes: [{ ...axis, values: (/** @type {unknown} */ _plot, /** @type {number[]} */ ticks) => words.ticks(ticks) }, { ...axis, size: 60, values: many }],
    series: [
      {},
      { stroke: ink, width: 1, dash: [4, 4] },
      { stroke: accent, width: 2, spanGaps: true },
      { stroke: "transparent", spanGaps: true },
      { stroke: "transparent", spanGaps: true },
    ],
    bands: [{ series: [4, 3], fill: accent.replace("rgb(", "rgba(").replace(")", ", 0.18)") }],
  };
}

/** The library is a classic script: it leaves its one name on the window. */
function library() {
  const { uPlot } = /** @type {{uPlot: Library}} */ (/** @type {unknown} */ (window));
  return uPlot;
}

/**
 * @typedef {{valToPos: (value: number, scale: string) => number, setCursor: (at: {left: number, top: number}) => void}} Plot
 * @typedef {{tzDate: (date: Date, zone: string) => Date, new (options: object, data: (number | null)[][], place: HTMLElement): Plot}} Library
 */

/** What stands below the chart: its lines, and their numbers at one moment; the newest unless somebody points at another. */
class Legend {
  /** @param {HTMLElement} place @param {string[]} names @param {(number | null)[][]} columns @param {Writing} words */
  constructor(place, names, columns, words) {
    this.columns = columns;
    this.words = words;
    this.when = document.createElement("strong");
    this.values = [1, 2].map((column) => {
      const item = document.createElement("span");
      const key = document.createElement("span");
      const value = document.createElement("span");
      key.className = `plot-key is-${column === 1 ? "dashed" : "solid"}`;
      item.append(key, `${names[column]} `, value);
      return { item, value };
    });
    place.replaceChildren(this.when, ...this.values.map(({ item }) => item));
    this.show(null);
  }

  /** @param {number | null | undefined} at */
  show(at) {
    const row = at ?? this.columns[0].length - 1;
    const [when, live, rating, low, high] = this.columns.map((column) => column[row]);
    this.when.textContent = this.words.moment(when ?? 0);
    this.values[0].value.textContent = this.words.number(live);
    const band = low === null || high === null ? "" : ` (${this.words.number(low)} – ${this.words.number(high)})`;
    this.values[1].value.textContent = this.words.number(rating) + band;
  }
}

/** Arrow keys go from point to point, Home and End to the first and the last. @param {HTMLElement} place @param {Plot} plot @param {(number | null)[]} moments */
function listen(place, plot, moments) {
  let at = moments.length - 1;
  const last = at;
  place.onkeydown = (event) => {
    const wanted = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    at = Math.max(0, Math.min(last, wanted));
    plot.setCursor({ left: plot.valToPos(moments[at] ?? 0, "x"), top: HEIGHT_PX / 3 });
  };
}

/** @param {HTMLElement} place */
function draw(place) {
  const table = document.getElementById(place.dataset.plotOf ?? "");
  if (!(table instanceof HTMLTableElement)) return;
  const columns = readColumns(table);
  if (columns[0].length < 2) return;
  const names = [...(table.tHead?.rows[0].cells ?? [])].map((cell) => cell.textContent ?? "");
  const zone = table.dataset.zone ?? "UTC";
  const words = writing(zone);
  const told = document.createElement("output");
  told.className = "plot-legend";
  const legend = new Legend(told, names, columns, words);
  place.replaceChildren();
  place.hidden = false;
  const plot = new (library())(options(place.clientWidth, zone, words, (at) => legend.show(at)), columns, place);
  place.append(told);
  listen(place, plot, columns[0]);
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
