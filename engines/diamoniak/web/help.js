// For people who do not know Diamoniak: what a card does, what an option means, which rule applies now.

import { listed, plural, t } from "../../js/words.js";
import { nameOf } from "./faces.js";

/** @import {View} from "../../js/replay/types.js" */

/** @type {Record<string, string>} */
const SPECIAL = {
  D: t("Goes to the reserve and allows another draw. Three of them buy a castle part that another seat has in reserve."),
  F: t("Goes to the reserve and allows another draw. Given back, it chases a witch away."),
  W: t("Ends the turn. She is chased away by a fairy, or takes three cards out of castle and reserve."),
};

/** @param {string} face */
export const help = (face) => SPECIAL[face] ?? t("One of the six parts of a castle. Whoever has all six of one colour wins. Parts of other colours lie in reserve.");

export const rules = {
  START: t("A turn begins with a purchase, which is the whole turn, or with a draw. Nobody can pass."),
  CONTINUE: t("Draw again, or stop while the luck holds: a witch ends the turn and costs cards."),
  WITCH: t("A fairy chases the witch away. Who has none, or would rather keep it, gives back three cards."),
  PAY: t("Three cards out of castle and reserve go back, whichever the seat likes to lose least."),
};

/** @type {Record<string, string>} */
const PLAIN = {
  draw: t("turn over a card"),
  stop: t("stop here"),
  "use fairy": t("send a fairy against the witch"),
  pay: t("keep the fairy and pay with three cards"),
};

/** "2 diamonds and the green gate". @param {string[]} cards */
function paid(cards) {
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return listed([...counts].map(([card, n]) => counted(card, n)));
}

/** @param {string} card @param {number} n */
function counted(card, n) {
  if (card === "D") return plural("a diamond", "{n} diamonds", n);
  if (card === "F") return plural("a fairy", "{n} fairies", n);
  return t("the {part}", { part: nameOf(card) });
}

/**
 * An option in plain words.
 * @param {string} name as the engine calls it @param {View} _ @param {(seat: number) => string} who
 */
export function option(name, _, who) {
  const buy = /^buy (\w+) from seat (\d)$/.exec(name);
  if (buy) return t("buy the {part} from {name} for three diamonds", { part: nameOf(buy[1]), name: who(Number(buy[2])) });
  return PLAIN[name] ?? (name.startsWith("pay ") ? t("give back {cards}", { cards: paid(name.slice(4).split(" ")) }) : name);
}
