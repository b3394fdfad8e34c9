// The chart of winning chances below the replay. It follows the viewer's slider and moves it, and knows nothing else of it.

import { t } from "../words.js";
import { draw } from "./stage.js";

/**
 * @typedef {{start: number, luck: number | null, own: number, others: number, fault: number, result: number}} Totals
 * @typedef {{step: number, seat: number, cause: "luck" | "decision", change: number[]}} Moment
 * @typedef {{chances: number[][], last_loses: boolean, totals?: Totals[], moments?: Moment[]}} Told
 *   Totals and moments are of the reading with all cards.
 */

const WIDTH = 1000;
const HEIGHT = 160;
/** Below this a change is not worth a word. */
const LEAST = 0.01;

/** @param {number} part */
const percent = (part) => `${Math.round(100 * part)} %`;
/** With its sign; a true minus is as wide as a plus. @param {number} part */
const signed = (part) => `${part < 0 ? "−" : "+"}${Math.abs(Math.round(100 * part))} %`;

/** @param {string} tag @param {string} [words] @param {string} [cls] */
function element(tag, words = "", cls = "") {
  const made = document.createElement(tag);
  made.textContent = words;
  if (cls) made.className = cls;
  return made;
}

/**
 * What is stacked: chances to win add up to one; where the last one loses, chances to lose do.
 * @param {number[][]} chances @param {boolean} lastLoses
 */
export function stacked(chances, lastLoses) {
  const many = (chances[0]?.length ?? 0) > 2;
  return lastLoses && many ? chances.map((row) => row.map((part) => 1 - part)) : chances;
}

/**
 * The outline of each side's band, from the bottom up.
 * @param {number[][]} rows @returns {string[]}
 */
export function bands(rows) {
  const last = Math.max(1, rows.length - 1);
  const x = (/** @type {number} */ at) => ((at / last) * WIDTH).toFixed(1);
  const y = (/** @type {number} */ part) => (HEIGHT * (1 - part)).toFixed(1);
  const below = rows.map(() => 0);
  return (rows[0] ?? []).map((_, side) => {
    const floor = below.map((part, at) => `${x(at)},${y(part)}`).reverse();
    const roof = rows.map((row, at) => `${x(at)},${y((below[at] += row[side]))}`);
    return [...roof, ...floor].join(" ");
  });
}

/**
 * The moment after which the game was another one: the greatest change of any side's chance. Of equal ones the later.
 * @param {Moment[]} moments @returns {Moment | null}
 */
export function turningPoint(moments) {
  const size = (/** @type {Moment} */ { change }) => Math.max(...change.map(Math.abs));
  return moments.reduce((/** @type {Moment | null} */ best, moment) => (!best || size(moment) >= size(best) ? moment : best), null);
}

class Chart {
  /** @param {HTMLElement} root @param {HTMLElement} viewer */
  constructor(root, viewer) {
    this.root = root;
    this.viewer = viewer;
    this.slider = /** @type {HTMLInputElement} */ (viewer.querySelector("[data-slider]"));
    this.plot = /** @type {SVGSVGElement} */ (root.querySelector("[data-plot]"));
    /** @type {{seats: {name: string}[], sides: number[][]}} */
    this.head = JSON.parse(root.dataset.head ?? "{}");
    /** @type {Told | null} */ this.told = null;
    /** @type {number[][]} */ this.rows = [];
    this.plot.addEventListener("click", (event) => this.#clicked(event));
    this.#find("[data-numbers]").addEventListener("toggle", () => this.#numbers());
    new MutationObserver(() => this.#follow()).observe(this.slider, { attributes: true, attributeFilter: ["aria-valuetext"] });
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.root.querySelector(selector));
  }

  /** @param {number} side */
  #name(side) {
    const names = this.head.seats.map(({ name }) => name);
    const isPlain = new Set(names).size === names.length;
    return this.head.sides[side].map((seat) => (isPlain ? names[seat] : t("{name} (seat {seat})", { name: names[seat], seat }))).join(" & ");
  }

  /** @param {string} reading */
  async load(reading) {
    const trouble = this.#find("[data-trouble]");
    try {
      const answer = await fetch(`${this.root.dataset.chances}?as=${encodeURIComponent(reading)}`, { headers: { Accept: "application/json" } });
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      if (reading === "all" || !this.told) this.told = told;
      this.rows = told.chances;
      trouble.hidden = true;
      this.#draw();
    } catch {
      trouble.textContent = this.root.dataset.failed ?? "";
      trouble.hidden = false;
    }
  }

  #draw() {
    const { told, rows } = this;
    if (!told) return;
    const losing = told.last_loses && rows[0].length > 2;
    this.#find("[data-title-win]").hidden = losing;
    this.#find("[data-title-lose]").hidden = !losing;
    const shown = stacked(rows, told.last_loses);
    const areas = bands(shown).map((points, side) => draw("polygon", { class: `side-${side}`, points }));
    const half = draw("line", { class: "chances-half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    const swings = (told.moments ?? []).map(({ step }) => {
      const x = (step / Math.max(1, rows.length - 1)) * WIDTH;
      return draw("line", { class: "chances-swing", x1: x, x2: x, y1: 0, y2: HEIGHT });
    });
    this.cursor = draw("line", { class: "chances-now", x1: 0, x2: 0, y1: 0, y2: HEIGHT });
    this.plot.replaceChildren(...areas, ...(rows[0].length === 2 ? [half] : []), ...swings, this.cursor);
    this.#sides();
    this.#moments();
    this.#turningPoint();
    this.#numbers();
    this.#follow();
  }

  /** Every side with its present chance, and what made its result. */
  #sides() {
    const { luck, play, fault } = this.root.dataset;
    this.values = this.head.sides.map(() => element("strong", "", "chances-value"));
    const items = this.head.sides.map((_, side) => {
      const item = element("li");
      const totals = this.told?.totals?.[side];
      item.append(element("span", "", `chances-key side-${side}`), element("span", this.#name(side), "chances-name"), this.values?.[side] ?? "");
      if (totals) {
        const parts = totals.luck === null ? [] : [`${luck} ${signed(totals.luck)}`];
        parts.push(`${play} ${signed(totals.own + totals.others)}`);
        if (Math.abs(totals.fault) >= LEAST) parts.push(`${fault} ${signed(totals.fault)}`);
        item.append(element("span", parts.join(", "), "soft small"));
      }
      return item;
    });
    this.#find("[data-sides]").replaceChildren(...items);
  }

  /** The biggest swings in words: those of the story, and whose chance went where. */
  #moments() {
    const { decision, came, quiet } = this.root.dataset;
    this.#find("[data-swings]").hidden = this.#find("[data-moments]").hidden = !this.told?.moments;
    const items = (this.told?.moments ?? []).map((moment) => {
      const words = this.viewer.querySelector(`[data-log] button[data-step="${moment.step}"]`)?.textContent ?? "";
      const most = moment.change.reduce((best, part, side) => (Math.abs(part) > Math.abs(moment.change[best]) ? side : best), 0);
      const side = this.head.sides.findIndex((seats) => seats.includes(moment.seat));
      const told = Math.abs(moment.change[side]) >= LEAST ? side : most;
      const cause = `${moment.cause === "luck" ? came : decision} ${this.#name(side)}`;
      const button = element("button", "", "chances-moment");
      button.setAttribute("type", "button");
      button.append(element("strong", `${this.#name(told)} ${signed(moment.change[told])}`), element("span", cause, `chances-cause is-${moment.cause}`), element("span", words));
      button.addEventListener("click", () => this.#go(moment.step));
      const item = element("li");
      item.append(button);
      return item;
    });
    this.#find("[data-moments]").replaceChildren(...(items.length ? items : [element("li", quiet, "soft")]));
  }

  /** The card at the end names the one action that moved the chances most, and leads there. */
  #turningPoint() {
    const button = /** @type {HTMLButtonElement | null} */ (this.viewer.querySelector("[data-turning]"));
    const found = turningPoint(this.told?.moments ?? []);
    const words = found && this.viewer.querySelector(`[data-log] button[data-step="${found.step}"]`)?.textContent;
    if (!button || !found || !words) return;
    const [told] = button.querySelectorAll("[data-words]");
    told.textContent = words;
    button.onclick = () => this.#go(found.step);
    button.hidden = false;
  }

  /** Hundreds of rows: made when somebody looks. */
  #numbers() {
    const details = /** @type {HTMLDetailsElement} */ (this.#find("[data-numbers]"));
    if (!details.open) return;
    const head = this.#find("[data-names]");
    while (head.children.length > 1) head.lastElementChild?.remove();
    head.append(...this.head.sides.map((_, side) => Object.assign(element("th", this.#name(side)), { scope: "col" })));
    const rows = this.rows.map((row, at) => {
      const line = element("tr");
      line.append(Object.assign(element("th", String(at)), { scope: "row" }), ...row.map((part) => element("td", percent(part))));
      return line;
    });
    details.querySelector("tbody")?.replaceChildren(...rows);
  }

  #follow() {
    const at = Math.min(Number(this.slider.value), this.rows.length - 1);
    const row = this.rows[at];
    if (!row || !this.cursor) return;
    const x = String((at / Math.max(1, this.rows.length - 1)) * WIDTH);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    const losing = this.told?.last_loses && row.length > 2;
    this.values?.forEach((value, side) => (value.textContent = percent(losing ? 1 - row[side] : row[side])));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const { left, width } = this.plot.getBoundingClientRect();
    this.#go(Math.round(((event.clientX - left) / width) * (this.rows.length - 1)));
  }

  /** As if somebody had moved the slider. @param {number} step */
  #go(step) {
    this.slider.value = String(step);
    this.slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** The viewer says when the story is there. @param {HTMLElement} viewer @returns {Promise<void>} */
function ready(viewer) {
  return new Promise((resolve) => {
    if (viewer.dataset.ready) return resolve();
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe(viewer, { attributes: true, attributeFilter: ["data-ready"] });
  });
}

if (typeof document !== "undefined") {
  const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-chances]"));
  const viewer = /** @type {HTMLElement | null} */ (document.querySelector("[data-viewer]"));
  if (root && viewer) {
    void ready(viewer).then(async () => {
      const chart = new Chart(root, viewer);
      const reading = /** @type {HTMLSelectElement} */ (root.querySelector("[data-reading]"));
      reading.addEventListener("change", () => void chart.load(reading.value));
      await chart.load(reading.value);
      root.dataset.ready = "true";
    });
  }
}
