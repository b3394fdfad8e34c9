// Diamoniak's events as sentences, as moves of cards, and as marks on the timeline.

import { many } from "../../js/replay/geometry.js";
import { COLOURS, nameOf } from "./faces.js";

/** @import {GameEvent, Mark, Move} from "../../js/replay/types.js" */

export const asks = {
  START: "buy a part or draw",
  CONTINUE: "draw again or stop",
  WITCH: "use a fairy or pay",
  PAY: "give back three cards",
};

export const marks = { witch: "a witch", good: "a fairy helps", buy: "a part is bought", take: "a castle is lost" };

/** @type {string[]} */
export const dealing = [];

/** @param {string} name */
const a = (name) => `a ${nameOf(name)}`;

/** @param {string} letter */
const colour = (letter) => COLOURS[/** @type {keyof typeof COLOURS} */ (letter)];

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {string} */
export function tell(event, who) {
  const name = event.seat === undefined ? "" : who(event.seat);
  switch (event.type) {
    case "reshuffle":
      return `${many(event.cards, "returned card")} are shuffled into a new pile.`;
    case "draw":
      return event.card === "W" ? `${name} turns over the witch!` : `${name} turns over ${a(event.card)}.`;
    case "build":
      return `${name} begins a ${colour(event.colour)} castle.`;
    case "fairy":
      return `A fairy of ${name} chases the witch away.`;
    case "pay":
      return event.cards.length ? `${name} gives back ${event.cards.map(nameOf).join(", ")}.` : `${name} has nothing to lose.`;
    case "free":
      return `${name} has lost the castle: ${colour(event.colour)} is free again.`;
    case "buy":
      return `${name} buys the ${nameOf(event.card)} from ${who(event.seller)} for three diamonds.`;
    case "stop":
      return `${name} stops.`;
    case "end":
      return event.capped ? "The game ends at the turn cap." : "A castle is complete: the game is over.";
    default:
      return "";
  }
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {Mark | null} */
export function mark(event, who) {
  if (event.type === "draw" && event.card === "W") return { kind: "witch", label: `A witch for ${who(event.seat)}` };
  if (event.type === "buy") return { kind: "buy", label: `${who(event.seat)} buys from ${who(event.seller)}` };
  if (event.type === "fairy") return { kind: "good", label: `A fairy helps ${who(event.seat)}` };
  if (event.type === "free") return { kind: "take", label: `${who(event.seat)} loses the castle` };
  return null;
}

/** @param {GameEvent[]} events @returns {Move[]} */
export function moves(events) {
  return events.flatMap((event) => {
    const own = [`castle-${event.seat}`, `reserve-${event.seat}`];
    switch (event.type) {
      case "draw":
        return [...own, "shown", "returned"].map((to) => ({ from: "draw", to, face: event.card }));
      case "build":
        return event.castle.map((/** @type {string} */ face) => ({ from: own[1], to: own[0], face }));
      case "buy":
        return [
          { from: `reserve-${event.seller}`, to: own[0], face: event.card },
          ...[1, 2, 3].map(() => ({ from: own[1], to: `reserve-${event.seller}`, face: "D" })),
        ];
      case "pay":
        return event.cards.flatMap((/** @type {string} */ face) => own.map((from) => ({ from, to: "returned", face })));
      case "fairy":
        return [{ from: own[1], to: "returned", face: "F" }];
      default:
        return [];
    }
  });
}
