// The slider under the table, with a mark for every important moment.

import { draw } from "./stage.js";

/** @import {Mark} from "./types.js" */

export class Timeline {
  /** @param {HTMLInputElement} slider @param {SVGSVGElement} marks @param {HTMLElement} place @param {(step: number) => void} go */
  constructor(slider, marks, place, go) {
    this.slider = slider;
    this.marks = marks;
    this.place = place;
    slider.addEventListener("input", () => go(Number(slider.value)));
  }

  /** @param {number} last @param {(Mark & {at: number})[]} moments */
  fill(last, moments) {
    this.last = last;
    this.slider.max = String(last);
    this.slider.disabled = last === 0;
    this.marks.replaceChildren(
      ...moments.map((mark) => {
        const x = `${last ? (100 * mark.at) / last : 0}%`;
        const line = draw("line", { class: `mark mark-${mark.kind}`, x1: x, x2: x, y1: 0, y2: "100%" });
        line.append(draw("title", {}, mark.label));
        return line;
      }),
    );
  }

  /** @param {number} step @param {number} turn */
  show(step, turn) {
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", `Decision ${step} of ${this.last}, turn ${turn}`);
    this.place.textContent = `${step} / ${this.last}`;
  }
}
