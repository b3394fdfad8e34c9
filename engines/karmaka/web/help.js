// For people who do not know Karmaka: what a card does, what an option means, which rule applies now.

/** @import {View} from "../../js/replay/types.js" */

/** @type {Record<string, string>} */
const ABILITIES = {
  Transmigrate: "Take a card of your Future Life into your hand.",
  Peek: "See a rival's hand, then play one more card.",
  Destiny: "See the top three cards of the Well; up to two go on your Future Life, the others back on top.",
  "Stolen Dreams": "The top card of a rival's Future Life goes on yours.",
  Denial: "Ruin a card of your hand, then do what that card does.",
  Thievery: "A rival's newest Deed comes into your hand.",
  Swindle: "See three cards of a rival's hand, drawn by chance, and take one of them.",
  "Another Day": "Draw a card from the Well, then play one more card.",
  Recycle: "One of the top three Ruins goes on your Future Life.",
  Longevity: "Two cards of the Well go on anybody's Deck.",
  Sowing: "Draw two cards from the Well, then put two of your hand on your Future Life.",
  Salvage: "Take one of the top three Ruins into your hand.",
  Voyage: "Draw three cards from the Well, then play one more card.",
  Jubilee: "Add up to two cards of your hand to your Deeds.",
  Panic: "Ruin the top card of anybody's Deck, then play one more card.",
  Dwindle: "Somebody ruins a card of the own hand, of their own choice.",
  Crisis: "A rival ruins one of the own Deeds, of their own choice.",
  Roulette: "Ruin up to two cards of your hand, then draw up to one more than that.",
  "Hell's Heart": "Ruin the top two cards of a rival's Future Life.",
  Vengeance: "Ruin a rival's newest Deed.",
  Spite: "Ruin two cards of a rival's hand, drawn by chance.",
  Embody: "Choose one of your Deeds and do what it does.",
  Mimic: "Choose a rival and do what its newest Deed does.",
};

/** @param {string} face */
export const help = (face) => `${ABILITIES[face] ?? ""} As a Deed it only counts its points.`.trim();

const OFFER = "A card used for its ability is offered to the rival it hit: it may take it for its next life. What nobody takes is ruined.";

export const rules = {
  PLAY: "A card is played as a Deed for its points, for its ability, or on the Future Life: the hand of the next life.",
  EXTRA_PLAY: "This card allows one more play in the same turn.",
  OFFER,
  RINGS: "Who has too few points to climb may pay a ring for each one missing. Who stays gets a ring.",
};

/** @type {Record<string, string>} */
const PLAIN = { pass: "pass, and keep the cards", stop: "play no more cards", "take the offered card": "take the card for the next life", "decline the offered card": "leave the card" };

/** @param {string} words @param {(seat: number) => string} who */
const seats = (words, who) => words.replace(/^target seat (\d)$/, (_, seat) => `use it on ${who(Number(seat))}`).replace(/seat (\d)$/, (_, seat) => who(Number(seat)));

/**
 * An option in plain words.
 * @param {string} name as the engine calls it @param {View} view @param {(seat: number) => string} who
 */
export function option(name, view, who) {
  const ruin = /^take from the Ruins at depth (\d)$/.exec(name);
  if (ruin) return `take ${view.ruins.at(-1 - Number(ruin[1])) ?? "a card"} from the Ruins`;
  const future = /^take from the Future Life number (\d+)$/.exec(name);
  if (future) return `take card ${Number(future[1]) + 1} of the Future Life, from the bottom`;
  const deed = /^choose the own Deed number (\d+)$/.exec(name);
  if (deed) return `choose ${view.seats[view.actor]?.deeds[Number(deed[1])] ?? "a Deed"} among the Deeds`;
  return PLAIN[name] ?? seats(name, who);
}
