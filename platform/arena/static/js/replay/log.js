// The story beside the table: one line for every step, readable without seeing the table.

/** @import {Film, Mark, Table} from "./types.js" */

import { story } from "./film.js";
import { nextFrame } from "./frame.js";

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} voice a live region: what a screen reader says
   * @param {(step: number) => void} go
   */
  constructor(list, voice, go) {
    this.list = list;
    this.voice = voice;
    /** @type {HTMLButtonElement[]} */
    this.lines = [];
    this.current = -1;
    list.addEventListener("click", (event) => {
      const line = event.target instanceof Element ? event.target.closest("button") : null;
      if (line) go(Number(line.dataset.step));
    });
    list.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {Film} film @param {Table} table @param {(seat: number) => string} who @param {(Mark & {at: number})[]} moments */
  fill(film, table, who, moments) {
    this.texts = story(film, table, who).map((lines) => lines.join(" "));
    this.lines = this.texts.map((words, step) => {
      const line = document.createElement("button");
      line.type = "button";
      line.tabIndex = -1;
      line.dataset.step = String(step);
      line.textContent = words;
      return line;
    });
    const items = this.lines.map((line) => {
      const item = document.createElement("li");
      item.append(line);
      return item;
    });
    for (const mark of moments) items[mark.at].classList.add("is-moment", `moment-${mark.kind}`);
    this.list.replaceChildren(...items);
    this.current = -1;
  }

  /** What happened in a step. @param {number} step */
  at(step) {
    return this.texts?.[step] ?? "";
  }

  /** @param {number} step @param {boolean} aloud */
  show(step, aloud) {
    const before = this.lines[this.current];
    if (before) {
      before.tabIndex = -1;
      before.removeAttribute("aria-current");
    }
    const line = this.lines[step];
    this.current = step;
    if (!line) return;
    // One stop for the tabulator key in a list of hundreds; arrows walk inside.
    line.tabIndex = 0;
    line.setAttribute("aria-current", "step");
    nextFrame("log", () => this.#follow(line));
    if (aloud) this.voice.textContent = this.at(step);
  }

  /** Bring a line into the middle of the list, and leave the page where it is. @param {HTMLElement} line */
  #follow(line) {
    const list = this.list.getBoundingClientRect();
    const place = line.getBoundingClientRect();
    this.list.scrollTop += place.top + place.height / 2 - (list.top + list.height / 2);
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const shift = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!shift) return;
    event.preventDefault();
    event.stopPropagation();
    const line = this.lines[this.current + shift];
    line?.click();
    line?.focus({ preventScroll: true });
  }
}
