// Cards on the table as things to choose: which can be, which are, and what a click, a key or a drag on one means.

import { t } from "../words.js";
import { isPickable, narrowed, placed } from "./picks.js";

/** @import {Card, Scene, Table, View} from "../replay/types.js" */
/** @import {Stage} from "../replay/stage.js" */
/** @import {Choice, Lying} from "./picks.js" */

const DRAG_PX = 14;
/** How near to the middle of a zone a card has to be let go, in units of the table. */
const NEAR = 110;
/** Two taps at the same place within this time are one: by the second another card may lie there. */
const DOUBLE_MS = 400;

export class Cards {
  /**
   * @param {Stage} stage @param {Table} table
   * @param {{changed: () => void, refused: (sentence: string) => void, dropped: (choice: Choice) => void}} tell
   */
  constructor(stage, table, tell) {
    this.stage = stage;
    this.table = table;
    this.tell = tell;
    /** @type {Choice[]} */ this.choices = [];
    /** @type {Set<number>} places in the stage's list */ this.picked = new Set();
    /** @type {Lying[]} */ this.lying = [];
    /** @type {View} */ this.view = {};
    /** @type {Scene["spots"]} */ this.spots = {};
    /** @type {{at: number, x: number, y: number, isMoving: boolean} | null} */ this.held = null;
    /** The last tap. */
    this.tap = { x: 0, y: 0, time: -DOUBLE_MS };
    const svg = stage.svg;
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    svg.addEventListener("pointermove", (event) => this.#drag(event));
    svg.addEventListener("pointerup", (event) => this.#release(event));
    svg.addEventListener("pointercancel", () => this.#letGo());
    svg.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const at = this.#at(event.target);
      if (at < 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.toggle(at);
    });
  }

  /** A new decision, or none. @param {Choice[]} choices @param {View} view @param {Scene["spots"]} spots */
  offer(choices, view, spots) {
    this.choices = choices;
    this.view = view;
    this.spots = spots;
    this.picked.clear();
    this.lying = placed(this.stage.lying.map(({ card }) => card));
    this.show();
  }

  /** @returns {Lying[]} */
  get hand() {
    return [...this.picked].map((at) => this.lying[at]);
  }

  clear() {
    this.picked.clear();
    this.show();
    this.tell.changed();
  }

  /** @param {number} at */
  toggle(at) {
    if (!this.choices.length) return;
    if (this.picked.has(at)) this.picked.delete(at);
    else if (isPickable(this.choices, this.hand, this.lying[at])) this.picked.add(at);
    else if (this.picked.size && isPickable(this.choices, [], this.lying[at])) this.picked = new Set([at]);
    else return this.tell.refused(this.#refusal(at));
    this.show();
    this.tell.changed();
  }

  /** @param {number} at */
  #refusal(at) {
    const { card } = this.stage.lying[at];
    const own = this.table.refusal?.(card, this.view);
    if (own) return own;
    const name = card.face === null ? t("This card") : this.table.cardName(card.face);
    return t("{name} cannot be chosen now. What can be chosen has a bright edge.", { name });
  }

  /** Marks for eyes, fingers and readers. */
  show() {
    const hand = this.hand;
    this.stage.lying.forEach(({ card, element }, at) => {
      const isPicked = this.picked.has(at);
      const isOpen = this.choices.length > 0 && (isPicked || isPickable(this.choices, hand, this.lying[at]));
      element.classList.toggle("is-pickable", isOpen);
      element.classList.toggle("is-picked", isPicked);
      if (!isOpen) {
        for (const name of ["role", "tabindex", "aria-pressed", "aria-label"]) element.removeAttribute(name);
        return;
      }
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "0");
      element.setAttribute("aria-pressed", String(isPicked));
      element.setAttribute("aria-label", `${card.face === null ? t("face-down card") : this.table.cardName(card.face)}, ${this.table.zone?.(card.zone) ?? card.zone.replaceAll("-", " ")}`);
    });
  }

  /** @param {EventTarget | null} target */
  #at(target) {
    const element = target instanceof Element ? target.closest(".pc") : null;
    return element ? this.stage.lying.findIndex((each) => each.element === element) : -1;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const at = this.#at(event.target);
    this.held = at < 0 ? null : { at, x: event.clientX, y: event.clientY, isMoving: false };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const held = this.held;
    if (!held || !this.table.goal) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving) {
      if (Math.hypot(x, y) < DRAG_PX || !this.stage.lying[held.at].element.classList.contains("is-pickable")) return;
      held.isMoving = true;
      this.stage.svg.setPointerCapture(event.pointerId);
    }
    const scale = this.stage.svg.viewBox.baseVal.width / this.stage.svg.clientWidth;
    const print = this.stage.lying[held.at].element.firstElementChild;
    if (print instanceof SVGElement) print.style.transform = `translate(${x * scale}px, ${y * scale}px)`;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const held = this.held;
    if (!held) return;
    this.#letGo();
    if (!held.isMoving) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX && !this.#isDouble(event)) this.toggle(held.at);
      return;
    }
    const zone = this.#zoneAt(event.clientX, event.clientY);
    const meant = narrowed(this.choices, [this.lying[held.at]]).filter(({ option }) => zone !== null && this.table.goal?.(option.action, this.view) === zone);
    if (meant.length === 1) this.tell.dropped(meant[0]);
    else this.tell.refused(meant.length ? t("More than one thing can be done with it there: choose from the list.") : t("It cannot be put there. Let it go on the place where it shall lie."));
  }

  /** @param {PointerEvent} event */
  #isDouble({ clientX: x, clientY: y, timeStamp: time }) {
    const last = this.tap;
    if (time - last.time < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < DRAG_PX) return true;
    this.tap = { x, y, time };
    return false;
  }

  forgetTap() {
    this.tap.time = -DOUBLE_MS;
  }

  #letGo() {
    const print = this.held ? this.stage.lying[this.held.at]?.element.firstElementChild : null;
    if (print instanceof SVGElement) print.style.transform = "";
    this.held = null;
  }

  /** @param {number} x @param {number} y @returns {string | null} */
  #zoneAt(x, y) {
    const matrix = this.stage.svg.getScreenCTM();
    if (!matrix) return null;
    const spot = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const near = Object.entries(this.spots).map(([zone, [left, top]]) => ({ zone, far: Math.hypot(left - spot.x, top - spot.y) }));
    const nearest = near.sort((one, other) => one.far - other.far)[0];
    return nearest && nearest.far < NEAR ? nearest.zone : null;
  }
}
