// For people who do not know Karma: what a card does, what an option means, which rule applies now.

import { listed, t } from "../../js/words.js";
import { nameOf } from "./faces.js";

/** @import {View} from "../../js/replay/types.js" */

/** @type {Record<string, string>} */
const KARMA_CARDS = {
  T: t("Goes on the pile, and the same seat must add a card from its table."),
  B: t("Goes on the pile, and the bottom card of the pile comes to the top."),
  F: t("Goes on the pile. The next one to play needs a number from 1 to 5, or a Karma card."),
  G: t("Leaves the game. Another seat, chosen by whoever played it, takes the whole pile."),
};

/** @param {string} face */
export const help = (face) => KARMA_CARDS[face] ?? t("A number. It fits on an equal or lower number, and on an empty pile. Three equal cards in a row clear the pile.");

export const rules = {
  CHOOSE_UP: t("Everybody chooses three of six cards to lie open on the table, all at the same time. They are played when the hand is empty."),
  MAIN: t("Play one, two or three equal cards that fit, or take the whole pile. First from the hand, then from the open table cards, then face-down ones unseen. Who is the last with cards loses."),
  FOLLOW_UP: t("After Play a Table Card one of the own table cards must follow."),
  GIVE_TO: t("The pile goes to another seat, into its hand."),
};

const ORDER = [t("turn over the first face-down card"), t("turn over the second face-down card"), t("turn over the third face-down card")];

/** "two 7s". @param {string} face @param {number} count */
function several(face, count) {
  const card = nameOf(face);
  if (count === 1) return card;
  if (KARMA_CARDS[face]) return count === 2 ? t("two {card}", { card }) : t("three {card}", { card });
  return count === 2 ? t("two {number}s", { number: card }) : t("three {number}s", { number: card });
}

/**
 * An option in plain words.
 * @param {string} name as the engine calls it @param {View} _ @param {(seat: number) => string} who
 */
export function option(name, _, who) {
  const play = /^play (\w+)(?: x(\d))?( from the table)?$/.exec(name);
  if (play) {
    const cards = several(play[1], Number(play[2] ?? 1));
    return play[3] ? t("play {cards} from the table", { cards }) : t("play {cards}", { cards });
  }
  const flip = /^flip slot (\d)$/.exec(name);
  if (flip) return ORDER[Number(flip[1])];
  const give = /^give the pile to seat (\d)$/.exec(name);
  if (give) return t("give the pile to {name}", { name: who(Number(give[1])) });
  if (name === "take the pile") return t("take the pile");
  return name.startsWith("choose ") ? t("lay out {cards}", { cards: listed(name.slice(7).split(" ").map(nameOf)) }) : name;
}
