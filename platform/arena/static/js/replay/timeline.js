// The slider under the table, with a mark for every important moment.

import { t } from "../words.js";
import { draw } from "./stage.js";

/** @import {Mark} from "./types.js" */

/** Half the width of a thumb: what the pointer rests on names itself. */
const NEAR_PX = 6;

export class Timeline {
  /** @param {HTMLInputElement} slider @param {SVGSVGElement} marks @param {HTMLElement} place @param {(step: number) => void} go */
  constructor(slider, marks, place, go) {
    this.slider = slider;
    this.marks = marks;
    this.place = place;
    /** @type {(Mark & {at: number})[]} */ this.moments = [];
    slider.addEventListener("input", () => go(Number(slider.value)));
    slider.addEventListener("pointermove", (event) => this.#name(event));
  }

  /** The moment under the pointer, as the slider's title. @param {PointerEvent} event */
  #name(event) {
    const { left, width } = this.slider.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * (this.last ?? 0);
    const reach = ((this.last ?? 0) * NEAR_PX) / width;
    const near = this.moments.filter((each) => Math.abs(each.at - at) <= reach);
    this.slider.title = near.sort((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0]?.label ?? "";
  }

  /** @param {number} last @param {(Mark & {at: number})[]} moments */
  fill(last, moments) {
    this.last = last;
    this.moments = moments;
    this.slider.max = String(last);
    this.slider.disabled = last === 0;
    this.marks.replaceChildren(
      ...moments.map((mark) => {
        const x = `${last ? (100 * mark.at) / last : 0}%`;
        const half = 50 * (mark.weight ?? 1);
        const line = draw("line", { class: `mark mark-${mark.kind}`, x1: x, x2: x, y1: `${50 - half}%`, y2: `${50 + half}%` });
        line.append(draw("title", {}, mark.label));
        return line;
      }),
    );
  }

  /** What the marks mean, for the help sheet. @param {HTMLElement} list @param {Record<string, string>} words by kind */
  explain(list, words) {
    const lines = Object.entries({ ...words, fault: t("a bot fails") }).map(([kind, meaning]) => {
      const line = document.createElement("li");
      const sign = draw("svg", { viewBox: "0 0 10 16", "aria-hidden": "true" });
      sign.append(draw("line", { class: `mark mark-${kind}`, x1: 5, x2: 5, y1: 0, y2: 16 }));
      line.append(sign, meaning);
      return line;
    });
    list.replaceChildren(...lines);
  }

  /** @param {number} step @param {number} turn */
  show(step, turn) {
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", t("Decision {step} of {last}, turn {turn}", { step, last: this.last, turn }));
    this.place.textContent = `${step} / ${this.last}`;
  }
}
