// For people who do not know Karmaka: what a card does, what an option means, which rule applies now.

import { t } from "../../js/words.js";
import { called } from "./faces.js";

/** @import {View} from "../../js/replay/types.js" */

/** @type {Record<string, string>} */
const ABILITIES = {
  Transmigrate: t("Take a card of your Future Life into your hand."),
  Peek: t("See a rival's hand, then play one more card."),
  Destiny: t("See the top three cards of the Well; up to two go on your Future Life, the others back on top."),
  "Stolen Dreams": t("The top card of a rival's Future Life goes on yours."),
  Denial: t("Ruin a card of your hand, then do what that card does."),
  Thievery: t("A rival's newest Deed comes into your hand."),
  Swindle: t("See three cards of a rival's hand, drawn by chance, and take one of them."),
  "Another Day": t("Draw a card from the Well, then play one more card."),
  Recycle: t("One of the top three Ruins goes on your Future Life."),
  Longevity: t("Two cards of the Well go on anybody's Deck."),
  Sowing: t("Draw two cards from the Well, then put two of your hand on your Future Life."),
  Salvage: t("Take one of the top three Ruins into your hand."),
  Voyage: t("Draw three cards from the Well, then play one more card."),
  Jubilee: t("Add up to two cards of your hand to your Deeds."),
  Panic: t("Ruin the top card of anybody's Deck, then play one more card."),
  Dwindle: t("Somebody ruins a card of the own hand, of their own choice."),
  Crisis: t("A rival ruins one of the own Deeds, of their own choice."),
  Roulette: t("Ruin up to two cards of your hand, then draw up to one more than that."),
  "Hell's Heart": t("Ruin the top two cards of a rival's Future Life."),
  Vengeance: t("Ruin a rival's newest Deed."),
  Spite: t("Ruin two cards of a rival's hand, drawn by chance."),
  Embody: t("Choose one of your Deeds and do what it does."),
  Mimic: t("Choose a rival and do what its newest Deed does."),
};

/** @param {string} face */
export const help = (face) => `${ABILITIES[face] ?? ""} ${t("As a Deed it only counts its points.")}`.trim();

const OFFER = t("A card used for its ability is offered to the rival it hit: it may take it for its next life. What nobody takes is ruined.");

export const rules = {
  PLAY: t("A card is played as a Deed for its points, for its ability, or on the Future Life: the hand of the next life."),
  EXTRA_PLAY: t("This card allows one more play in the same turn."),
  OFFER,
  RINGS: t("Who has too few points to climb may pay a ring for each one missing. Who stays gets a ring."),
};

/** @type {Record<string, string>} */
const PLAIN = {
  pass: t("pass, and keep the cards"),
  stop: t("play no more cards"),
  "take the offered card": t("take the card for the next life"),
  "decline the offered card": t("leave the card"),
  "draw one more card": t("draw one more card"),
  "pay rings and ascend": t("pay rings and climb"),
  "stay and take a ring": t("stay and take a ring"),
};

/** @param {string} names as the engine lists them */
const cards = (names) => (names === "nothing" ? t("nothing") : names.split(", then ").map(called).join(t(", then ")));

/** "card 1, card 2": of those that were looked at. @param {string} names */
const looked = (names) => (names === "nothing" ? t("nothing") : names.replaceAll(/card (\d)/g, (_, at) => t("card {n}", { n: Number(at) + 1 })));

/** @param {string | undefined} card */
const named = (card) => (card === undefined ? t("a card") : called(card));

/** Patterns of the engine's names, and what each says. @type {[RegExp, (found: string[], view: View, who: (seat: number) => string) => string][]} */
const SAID = [
  [/^play (.+) as a Deed$/, ([, card]) => t("play {card} as a Deed", { card: called(card) })],
  [/^play (.+) for its ability$/, ([, card]) => t("play {card} for its ability", { card: called(card) })],
  [/^play (.+) on the Future Life$/, ([, card]) => t("put {card} on the Future Life", { card: called(card) })],
  [/^play (.+) on the teammate's Future Life$/, ([, card]) => t("put {card} on the teammate's Future Life", { card: called(card) })],
  [/^target seat (\d)$/, ([, seat], _, who) => t("use it on {name}", { name: who(Number(seat)) })],
  [/^copy the exposed Deed of seat (\d)$/, ([, seat], _, who) => t("copy the exposed Deed of {name}", { name: who(Number(seat)) })],
  [/^take from the Ruins at depth (\d)$/, ([, depth], view) => t("take {card} from the Ruins", { card: named(view.ruins.at(-1 - Number(depth))) })],
  [/^take from the Future Life number (\d+)$/, ([, at]) => t("take card {n} of the Future Life, from the bottom", { n: Number(at) + 1 })],
  [/^choose the own Deed number (\d+)$/, ([, at], view) => t("choose {card} among the Deeds", { card: named(view.seats[view.actor]?.deeds[Number(at)]) })],
  [/^put (.+) on the Future Life, (.+) back on the Well$/, ([, future, well]) => t("put {future} on the Future Life, {well} back on the Well", { future: looked(future), well: looked(well) })],
  [/^put on the Future Life (.+)$/, ([, names]) => t("put on the Future Life: {cards}", { cards: cards(names) })],
  [/^add to the Deeds (.+)$/, ([, names]) => t("add to the Deeds: {cards}", { cards: cards(names) })],
  [/^ruin (.+)$/, ([, names]) => t("ruin {cards}", { cards: cards(names) })],
  [/^choose (.+)$/, ([, card]) => t("choose {card}", { card: called(card) })],
  [/^take (?!the offered card)(.+)$/, ([, card]) => t("take {card}", { card: called(card) })],
];

/**
 * An option in plain words.
 * @param {string} name as the engine calls it @param {View} view @param {(seat: number) => string} who
 */
export function option(name, view, who) {
  for (const [pattern, say] of SAID) {
    const found = pattern.exec(name);
    if (found) return say(found, view, who);
  }
  return PLAIN[name] ?? name;
}
