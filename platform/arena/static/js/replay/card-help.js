// What a card does, for people who do not know the game: over the table on hover and tap, and as a list for everybody else.

/** @import {Card, Table} from "./types.js" */

/** @param {Table} table @param {string} face */
const words = (table, face) => `${table.cardName(face)}: ${table.help?.(face) ?? ""}`;

/** The faces in sight, each once, in the order of the table. @param {Card[]} cards @returns {string[]} */
export function facesIn(cards) {
  return [...new Set(cards.flatMap(({ face }) => (face === null ? [] : [face])))];
}

export class CardHelp {
  /** @param {SVGSVGElement} stage @param {HTMLElement} bubble @param {HTMLElement} list @param {Table} table */
  constructor(stage, bubble, list, table) {
    this.bubble = bubble;
    this.list = list;
    this.table = table;
    this.told = "";
    if (!table.help) return;
    /** @type {HTMLElement} */ (list.closest("details") ?? list).hidden = false;
    stage.addEventListener("pointerover", (event) => this.#tell(event));
    stage.addEventListener("pointerleave", () => (bubble.hidden = true));
  }

  /** @param {Event} event */
  #tell(event) {
    const face = faceUnder(event.target);
    this.bubble.hidden = face === null;
    if (face !== null) this.bubble.textContent = words(this.table, face);
  }

  /** The list below the table, made anew only when other cards are in sight. @param {Card[]} cards */
  show(cards) {
    this.bubble.hidden = true;
    if (!this.table.help) return;
    const faces = facesIn(cards);
    const told = faces.join();
    if (told === this.told) return;
    this.told = told;
    this.list.replaceChildren(
      ...faces.map((face) => {
        const line = document.createElement("li");
        line.textContent = words(this.table, face);
        return line;
      }),
    );
  }
}

/** The face of the card that an event hit. @param {EventTarget | null} target @returns {string | null} */
export function faceUnder(target) {
  const card = target instanceof Element ? target.closest("[data-face]") : null;
  return card?.getAttribute("data-face") ?? null;
}
