// Draws scenes into one SVG. Elements are kept from scene to scene, so that the style sheet can move them.

import { CARD } from "./geometry.js";
import { freshened, matched } from "./match.js";

/** @import {Card, Drawing, Move, Scene, Table, Thing} from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} [attrs] @param {string} [words] */
export function draw(tag, attrs = {}, words) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, String(value));
  if (words !== undefined) element.textContent = words;
  return element;
}

export class Stage {
  /** @param {SVGSVGElement} svg @param {Table} table */
  constructor(svg, table) {
    this.svg = svg;
    this.table = table;
    this.floor = svg.appendChild(draw("g"));
    this.deck = svg.appendChild(draw("g"));
    /** @type {Map<string, {element: SVGElement, told: string}>} */
    this.furniture = new Map();
    /** @type {{card: Card, element: SVGGElement}[]} */
    this.lying = [];
    /** Kept by us: asking the browser for what moves would make it compute all styles. @type {Set<Animation>} */
    this.moving = new Set();
    /** @type {Map<string, SVGGElement>} */
    this.prints = new Map();
  }

  /**
   * @param {Scene} scene
   * @param {Move[] | null} moves how cards moved since the last scene; null: a jump, nothing is animated
   * @param {number} [lasting] milliseconds a move takes
   * @param {Move[]} [arrivals] moves whose cards are shown as having just arrived
   */
  show(scene, moves, lasting = 0, arrivals = moves ?? []) {
    this.svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    this.svg.classList.toggle("is-still", moves === null || lasting === 0);
    this.#furnish(scene.things);
    this.#deal({ ...scene, cards: freshened(scene.cards, arrivals) }, moves ?? [], moves === null ? 0 : lasting);
  }

  /** @param {Thing[]} things */
  #furnish(things) {
    const gone = new Map(this.furniture);
    for (const thing of things) {
      gone.delete(thing.key);
      const told = JSON.stringify(thing);
      const known = this.furniture.get(thing.key);
      if (known?.told === told) continue;
      const element = known?.element ?? this.floor.appendChild(draw(thing.tag));
      this.furniture.set(thing.key, { element, told });
      for (const [name, value] of Object.entries(thing.attrs ?? {})) element.setAttribute(name, String(value));
      element.setAttribute("class", thing.cls ?? "");
      if (thing.at) element.style.transform = `translate(${thing.at[0]}px, ${thing.at[1]}px)`;
      if (thing.text !== undefined) element.textContent = thing.text;
      if (thing.title) element.append(draw("title", {}, thing.title));
    }
    for (const [key, { element }] of gone) {
      element.remove();
      this.furniture.delete(key);
    }
  }

  /** @param {Scene} scene @param {Move[]} moves @param {number} lasting */
  #deal(scene, moves, lasting) {
    const before = this.lying;
    for (const animation of this.moving) animation.cancel();
    this.moving.clear();
    const origins = matched(before.map((each) => each.card), scene.cards, moves);
    const kept = new Set(origins);
    before.forEach((each, at) => {
      if (!kept.has(at)) each.element.remove();
    });
    const sources = new Map(moves.map((move) => [move.to, move.from]));
    this.lying = scene.cards.map((card, place) => {
      const old = before[origins[place]];
      const element = old?.element ?? /** @type {SVGGElement} */ (draw("g", { class: "pc" }));
      if (!old || old.card.face !== card.face) this.#print(element, card.face);
      // The order in the document is the order of lying on each other.
      if (this.deck.children[place] !== element) this.deck.insertBefore(element, this.deck.children[place] ?? null);
      this.#lay(element, card, old?.card ?? cameFrom(card, scene, sources.get(card.zone)), lasting);
      return { card, element };
    });
  }

  /** @param {SVGGElement} element @param {Card} card @param {Card} from @param {number} lasting */
  #lay(element, card, from, lasting) {
    const [start, end] = [transform(from), transform(card)];
    element.style.transform = end;
    element.classList.toggle("is-lit", Boolean(card.lit));
    element.classList.toggle("is-dim", Boolean(card.dim));
    element.classList.toggle("is-fresh", Boolean(card.fresh));
    if (lasting && start !== end) {
      this.moving.add(element.animate([{ transform: start }, { transform: end }], { duration: lasting, easing: "cubic-bezier(.3,.7,.25,1)" }));
    }
  }

  /** @param {SVGGElement} element @param {string | null} face */
  #print(element, face) {
    element.replaceChildren(this.#printed(face).cloneNode(true));
    if (face === null) element.removeAttribute("data-face");
    else element.setAttribute("data-face", face);
  }

  /** @param {string | null} face @returns {SVGGElement} */
  #printed(face) {
    const key = face ?? "";
    const known = this.prints.get(key);
    if (known) return known;
    const print = printed(face === null ? back() : this.table.face(face), face === null);
    // Tables that explain their cards do so in words over the table: a title would cover them.
    if (face !== null && !this.table.help) print.append(draw("title", {}, this.table.cardName(face)));
    this.prints.set(key, print);
    return print;
  }
}

/** @param {Drawing[]} drawings @param {boolean} isBack @returns {SVGGElement} */
export function printed(drawings, isBack) {
  const { width, height } = CARD;
  const group = /** @type {SVGGElement} */ (draw("g"));
  const base = { x: -width / 2, y: -height / 2, width, height, rx: 6 };
  group.append(draw("rect", { ...base, class: isBack ? "pc-back" : "pc-face" }));
  for (const [tag, attrs, words] of drawings) group.append(draw(tag, attrs, words));
  return group;
}

/** @returns {Drawing[]} */
function back() {
  return [
    ["rect", { class: "pc-back-line", x: -25, y: -37, width: 50, height: 74, rx: 4 }],
    ["path", { class: "pc-back-line", d: "M0-30 20 0 0 30-20 0zM0-17 11 0 0 17-11 0z" }],
    ["circle", { class: "pc-back-dot", cx: 0, cy: 0, r: 3 }],
  ];
}

/** A card that was not there before comes from the place its events name. @param {Card} card @param {Scene} scene @param {string | undefined} zone */
function cameFrom(card, scene, zone) {
  const spot = zone === undefined ? undefined : scene.spots[zone];
  return spot ? { ...card, x: spot[0], y: spot[1] } : card;
}

/** @param {Card} card */
function transform(card) {
  const turn = card.turn ? ` rotate(${card.turn}deg)` : "";
  return `translate(${round(card.x)}px, ${round(card.y)}px)${turn} scale(${round(card.scale ?? 1)})`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;
