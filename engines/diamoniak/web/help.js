// For people who do not know Diamoniak: what a card does, what an option means, which rule applies now.

import { nameOf } from "./faces.js";

/** @import {View} from "../../js/replay/types.js" */

/** @type {Record<string, string>} */
const SPECIAL = {
  D: "Goes to the reserve and allows another draw. Three of them buy a castle part that another seat has in reserve.",
  F: "Goes to the reserve and allows another draw. Given back, it chases a witch away.",
  W: "Ends the turn. She is chased away by a fairy, or takes three cards out of castle and reserve.",
};

/** @param {string} face */
export const help = (face) => SPECIAL[face] ?? "One of the six parts of a castle. Whoever has all six of one colour wins. Parts of other colours lie in reserve.";

export const rules = {
  START: "A turn begins with a purchase, which is the whole turn, or with a draw. Nobody can pass.",
  CONTINUE: "Draw again, or stop while the luck holds: a witch ends the turn and costs cards.",
  WITCH: "A fairy chases the witch away. Who has none, or would rather keep it, gives back three cards.",
  PAY: "Three cards out of castle and reserve go back, whichever the seat likes to lose least.",
};

/** @type {Record<string, string>} */
const PLAIN = { draw: "turn over a card", stop: "stop here", "use fairy": "send a fairy against the witch", pay: "keep the fairy and pay with three cards" };

/** "two diamonds and the green gate". @param {string[]} cards */
function paid(cards) {
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const words = [...counts].map(([card, count]) => {
    if (!SPECIAL[card]) return `the ${nameOf(card)}`;
    return count === 1 ? `a ${nameOf(card)}` : `${["", "", "two", "three"][count]} ${nameOf(card).replace(/y$/, "ie")}s`;
  });
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0];
}

/**
 * An option in plain words.
 * @param {string} name as the engine calls it @param {View} _ @param {(seat: number) => string} who
 */
export function option(name, _, who) {
  const buy = /^buy (\w+) from seat (\d)$/.exec(name);
  if (buy) return `buy the ${nameOf(buy[1])} from ${who(Number(buy[2]))} for three diamonds`;
  return PLAIN[name] ?? (name.startsWith("pay ") ? `give back ${paid(name.slice(4).split(" "))}` : name);
}
