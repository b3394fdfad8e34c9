// Karmaka's events as sentences, as moves of cards, and as marks on the timeline.

import { many } from "../../js/replay/geometry.js";
import { LEVELS } from "./ladder.js";

/** @import {GameEvent, Mark, Move} from "../../js/replay/types.js" */

export const asks = {
  PLAY: "play a card",
  EXTRA_PLAY: "play one more card or stop",
  TARGET: "choose a rival",
  PICK_RIVAL_DEED: "choose a Deed to copy",
  PICK_HAND: "choose a card of the hand",
  PICK_DEED: "choose a Deed",
  PICK_FL: "choose a card of the Future Life",
  PICK_RUINS: "choose a card of the Ruins",
  SWINDLE_TAKE: "take one of the cards shown",
  DESTINY: "sort the top of the Well",
  SOWING: "put cards on the Future Life",
  JUBILEE: "add cards to the Deeds",
  ROULETTE_RUIN: "choose what is ruined",
  ROULETTE_DRAW: "draw once more or stop",
  OFFER: "take the card that was used, or not",
  RINGS: "pay rings to climb, or not",
};

export const marks = { good: "reborn one rung higher", take: "reborn on the same rung", buy: "a Deed is stolen", clear: "the Ruins become the Well" };

export const dealing = ["dealt"];

const ZONES = { hand: "the hand", deck: "the Deck", future: "the Future Life", deeds: "the Deeds" };

/** @param {keyof typeof ZONES} zone */
const zoneName = (zone) => ZONES[zone];

/** @param {string | undefined} card */
const some = (card) => card ?? "a card";

/** @type {Record<string, (event: GameEvent, name: string, who: (seat: number) => string) => string>} */
const SENTENCES = {
  dealt: (event, name) => (event.cards ? `${name} is dealt ${event.cards.join(", ")}.` : ""),
  draw: (event, name) => `${name} draws ${some(event.card)} from ${event.from === "well" ? "the Well" : "the Deck"}.`,
  deal: (event, name) => `A card of the Well goes onto the Deck of ${name}.`,
  reshuffle: (event) => `${many(event.cards, "ruined card")} become the new Well.`,
  deed: (event, name) => `${name} plays ${event.card} as a Deed.`,
  ability: (event, name) => `${name} plays ${event.card} for its ability.`,
  future: (event, name, who) => (event.owner === event.seat ? `${name} puts ${some(event.card)} on its Future Life.` : `${name} puts ${some(event.card)} on the Future Life of ${who(event.owner)}.`),
  pass: (_, name) => `${name} passes.`,
  stop: (_, name) => `${name} stops.`,
  target: (event, name, who) => (event.on === event.seat ? `${name} uses it on itself.` : `${name} uses it on ${who(event.on)}.`),
  copy: (event) => `It does what ${event.card} does.`,
  ruin: (event, name) => `${event.card} of ${name} is ruined from ${zoneName(event.zone)}.`,
  take_from_ruins: (event, name) => `${name} takes ${event.card} from the Ruins into ${zoneName(event.zone)}.`,
  take_from_future: (event, name) => `${name} takes ${some(event.card)} from its Future Life.`,
  take_future: (event, name, who) => `${name} steals ${some(event.card)} from the Future Life of ${who(event.owner)}.`,
  take_deed: (event, name, who) => `${name} takes the Deed ${event.card} of ${who(event.owner)}.`,
  peek: (event, name, who) => `${name} looks at the hand of ${who(event.owner)}${event.cards ? `: ${event.cards.join(", ")}` : ""}.`,
  show: (event, name, who) => `${who(event.owner)} shows ${event.cards ? event.cards.join(", ") : many(event.count, "card")} to ${name}.`,
  take_from_hand: (event, name, who) => `${name} takes ${some(event.card)} out of the hand of ${who(event.owner)}.`,
  look: (event, name) => `${name} looks at ${event.cards ? event.cards.join(", ") : many(event.count, "card")} of the Well.`,
  put_back: (event, name) => `${name} puts ${event.to_future} on the Future Life and ${event.to_well} back on the Well.`,
  accept: (event, name) => `${name} accepts ${event.card} for the next life.`,
  decline: (event, name) => `${name} declines ${event.card}.`,
  ruin_centre: (event) => `Nobody wants ${event.card}: it is ruined.`,
  ascend: (event, name) => `${name} is reborn as ${LEVELS[event.level]}${event.rings_paid ? ` for ${many(event.rings_paid, "ring")}` : ""}.`,
  stay: (event, name) => `${name} is reborn on the same rung${event.rings_gained ? " and takes a ring" : ""}.`,
  future_to_hand: (event, name) => `The Future Life of ${name} becomes the hand.`,
  over: (event) => (event.capped ? "The game ends at the turn cap." : "Transcendence! The game is over."),
};

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {string} */
export function tell(event, who) {
  return SENTENCES[event.type]?.(event, event.seat === undefined ? "" : who(event.seat), who) ?? "";
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {Mark | null} */
export function mark(event, who) {
  if (event.type === "ascend") return { kind: "good", label: `${who(event.seat)} becomes ${LEVELS[event.level]}` };
  if (event.type === "stay") return { kind: "take", label: `${who(event.seat)} is reborn on the same rung` };
  if (event.type === "take_deed") return { kind: "buy", label: `${who(event.seat)} steals a Deed` };
  if (event.type === "reshuffle") return { kind: "clear", label: "The Ruins become the Well" };
  return null;
}

/** @type {Record<string, (event: GameEvent) => [string, string, string | null | undefined][]>} */
const MOVES = {
  draw: (event) => [[event.from === "well" ? "well" : `deck-${event.seat}`, `hand-${event.seat}`, event.card]],
  deal: (event) => [["well", `deck-${event.seat}`, event.card]],
  deed: (event) => [[`hand-${event.seat}`, `deeds-${event.seat}`, event.card]],
  ability: (event) => [
    [`hand-${event.seat}`, "centre", event.card],
    [`hand-${event.seat}`, "ruins", event.card],
  ],
  future: (event) => [[`hand-${event.seat}`, `future-${event.owner}`, event.card]],
  ruin: (event) => [[`${event.zone}-${event.seat}`, "ruins", event.card]],
  take_from_ruins: (event) => [["ruins", `${event.zone}-${event.seat}`, event.card]],
  take_from_future: (event) => [[`future-${event.seat}`, `hand-${event.seat}`, event.card]],
  take_future: (event) => [[`future-${event.owner}`, `future-${event.seat}`, event.card]],
  take_deed: (event) => [[`deeds-${event.owner}`, `hand-${event.seat}`, event.card]],
  take_from_hand: (event) => [[`hand-${event.owner}`, `hand-${event.seat}`, event.card]],
  accept: (event) => [["centre", `future-${event.seat}`, event.card]],
  ruin_centre: (event) => [["centre", "ruins", event.card]],
  ruin_deeds: (event) => event.cards.map((/** @type {string} */ card) => [`deeds-${event.seat}`, "ruins", card]),
  future_to_hand: (event) => Array.from({ length: event.count }, (_, at) => [`future-${event.seat}`, `hand-${event.seat}`, event.cards?.[at]]),
};

/** @param {GameEvent[]} events @returns {Move[]} */
export function moves(events) {
  return events.flatMap((event) => (MOVES[event.type]?.(event) ?? []).map(([from, to, face]) => ({ from, to, face: face ?? null })));
}
