// Karma's events as sentences, as moves of cards, and as marks on the timeline.

import { many } from "../../js/replay/geometry.js";
import { nameOf } from "./faces.js";

/** @import {GameEvent, Mark, Move} from "../../js/replay/types.js" */

export const asks = {
  CHOOSE_UP: "choose three cards for the table",
  MAIN: "play or take the pile",
  FOLLOW_UP: "add a card from the table",
  GIVE_TO: "say who gets the pile",
};

export const marks = { take: "somebody takes the pile; the higher, the more cards", give: "a pile is given away", clear: "three in a row clear the pile", good: "somebody is out of cards" };

export const dealing = ["deal", "foresight"];

/** @param {string[]} cards */
function named(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => `${count > 1 ? `${count} × ` : ""}${nameOf(card)}`).join(", ");
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {string} */
export function tell(event, who) {
  const name = event.seat === undefined ? "" : who(event.seat);
  switch (event.type) {
    case "start":
      return `Cards are dealt. ${who(event.first)} begins.`;
    case "foresight":
      return event.cards ? `${name} may look at its face-down cards: ${named(event.cards)}.` : `${name} may look at its face-down cards.`;
    case "deal":
      return event.cards ? `${name} is dealt ${named(event.cards)}.` : "";
    case "reveal":
      return `${name} lays out ${named(event.cards)}.`;
    case "play":
      return `${name} plays ${named(event.cards)}${event.zone === "up" ? " from the table" : ""}.`;
    case "flip":
      return `${name} turns over ${named(event.cards)}${event.fits ? "" : ", which does not fit"}.`;
    case "bottom-up":
      return `From the bottom comes ${named(event.cards ?? [event.card])}.`;
    case "clear":
      return "Three in a row: the pile is cleared.";
    case "give":
      return `${name} gives the pile to ${who(event.to)}.`;
    case "take":
      return `${name} takes the pile${event.cards ? ` of ${many(event.cards.length, "card")}` : ""}.`;
    case "show":
      return `${name} shows a hand in which nothing fits.`;
    case "draw":
      return event.cards ? `${name} draws ${named(event.cards)}.` : `${name} draws ${many(event.count, "card")}.`;
    case "out":
      return `${name} has no cards left and is out.`;
    case "over":
      return event.capped ? "The game ends at the turn cap." : "The game is over.";
    default:
      return "";
  }
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {Mark | null} */
export function mark(event, who) {
  switch (event.type) {
    case "clear":
      return { kind: "clear", label: "The pile is cleared" };
    case "take":
      return { kind: "take", label: `${who(event.seat)} takes ${event.cards ? `${many(event.cards.length, "card")}` : "the pile"}`, weight: burden(event.cards) };
    case "give":
      return { kind: "give", label: `${who(event.seat)} gives the pile to ${who(event.to)}` };
    case "out":
      return { kind: "good", label: `${who(event.seat)} is out of cards` };
    default:
      return null;
  }
}

/** A pile of a dozen cards hurts, one of two does not. @param {string[] | undefined} cards */
const burden = (cards) => Math.min(1, 0.25 + (cards?.length ?? 12) / 16);

/** @param {GameEvent[]} events @returns {Move[]} */
export function moves(events) {
  return events.flatMap((event) => {
    /** @param {string} from @param {string} to @param {string[]} cards @returns {Move[]} */
    const each = (from, to, cards) => cards.map((face) => ({ from, to, face }));
    switch (event.type) {
      case "play":
        return each(`${event.zone === "up" ? "up" : "hand"}-${event.seat}`, event.cards[0] === "G" ? "box" : "pile", event.cards);
      case "flip":
        return each(`down-${event.seat}`, event.fits ? "pile" : `hand-${event.seat}`, event.cards);
      case "take":
        return each("pile", `hand-${event.seat}`, event.cards ?? []);
      case "draw":
        return Array.from({ length: event.count ?? event.cards.length }, (_, at) => ({ from: "draw", to: `hand-${event.seat}`, face: event.cards?.[at] ?? null }));
      case "reveal":
        return each(`hand-${event.seat}`, `up-${event.seat}`, event.cards);
      default:
        return [];
    }
  });
}
