// For people who do not know Karma: what a card does, what an option means, which rule applies now.

import { nameOf } from "./faces.js";

/** @import {View} from "../../js/replay/types.js" */

/** @type {Record<string, string>} */
const KARMA_CARDS = {
  T: "Goes on the pile, and the same seat must add a card from its table.",
  B: "Goes on the pile, and the bottom card of the pile comes to the top.",
  F: "Goes on the pile. The next one to play needs a number from 1 to 5, or a Karma card.",
  G: "Leaves the game. Another seat, chosen by whoever played it, takes the whole pile.",
};

/** @param {string} face */
export const help = (face) => KARMA_CARDS[face] ?? "A number. It fits on an equal or lower number, and on an empty pile. Three equal cards in a row clear the pile.";

export const rules = {
  CHOOSE_UP: "Everybody chooses three of six cards to lie open on the table, all at the same time. They are played when the hand is empty.",
  MAIN: "Play one, two or three equal cards that fit, or take the whole pile. First from the hand, then from the open table cards, then face-down ones unseen. Who is the last with cards loses.",
  FOLLOW_UP: "After Play a Table Card one of the own table cards must follow.",
  GIVE_TO: "The pile goes to another seat, into its hand.",
};

const TIMES = ["", "", "two ", "three "];
const ORDER = ["first", "second", "third"];

/** @param {string[]} names */
const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "nothing"));

/**
 * An option in plain words.
 * @param {string} name as the engine calls it @param {View} _ @param {(seat: number) => string} who
 */
export function option(name, _, who) {
  const play = /^play (\w+)(?: x(\d))?( from the table)?$/.exec(name);
  if (play) return `play ${TIMES[Number(play[2] ?? 1)]}${play[2] && !KARMA_CARDS[play[1]] ? `${play[1]}s` : nameOf(play[1])}${play[3] ?? ""}`;
  const flip = /^flip slot (\d)$/.exec(name);
  if (flip) return `turn over the ${ORDER[Number(flip[1])]} face-down card`;
  const give = /^give the pile to seat (\d)$/.exec(name);
  if (give) return `give the pile to ${who(Number(give[1]))}`;
  return name.startsWith("choose ") ? `lay out ${listed(name.slice(7).split(" ").map(nameOf))}` : name;
}
