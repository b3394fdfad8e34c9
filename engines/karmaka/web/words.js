// Karmaka's events as sentences, as moves of cards, and as marks on the timeline.

import { plural, t } from "../../js/words.js";
import { called } from "./faces.js";
import { LEVELS } from "./ladder.js";

/** @import {GameEvent, Mark, Move} from "../../js/replay/types.js" */

export const asks = {
  PLAY: t("play a card"),
  EXTRA_PLAY: t("play one more card or stop"),
  TARGET: t("choose a rival"),
  PICK_RIVAL_DEED: t("choose a Deed to copy"),
  PICK_HAND: t("choose a card of the hand"),
  PICK_DEED: t("choose a Deed"),
  PICK_FL: t("choose a card of the Future Life"),
  PICK_RUINS: t("choose a card of the Ruins"),
  SWINDLE_TAKE: t("take one of the cards shown"),
  DESTINY: t("sort the top of the Well"),
  SOWING: t("put cards on the Future Life"),
  JUBILEE: t("add cards to the Deeds"),
  ROULETTE_RUIN: t("choose what is ruined"),
  ROULETTE_DRAW: t("draw once more or stop"),
  OFFER: t("take the card that was used, or not"),
  RINGS: t("pay rings to climb, or not"),
};

export const marks = {
  good: t("reborn one rung higher"),
  take: t("reborn on the same rung"),
  buy: t("a Deed is stolen"),
  clear: t("the Ruins become the Well"),
};

export const dealing = ["dealt"];

/** @type {Record<string, string>} */
const ZONES = { hand: t("in the hand"), deck: t("in the Deck"), future: t("in the Future Life"), deeds: t("among the Deeds"), well: t("in the Well"), ruins: t("in the Ruins"), centre: t("being settled") };

/** @param {string} zone */
export const zone = (zone) => ZONES[zone.replace(/-\d+$/, "")] ?? zone;

/** @type {Record<string, (card: string, name: string) => string>} */
const RUINED = {
  hand: (card, name) => t("{card} of {name} is ruined from the hand.", { card, name }),
  deck: (card, name) => t("{card} of {name} is ruined from the Deck.", { card, name }),
  future: (card, name) => t("{card} of {name} is ruined from the Future Life.", { card, name }),
  deeds: (card, name) => t("{card} of {name} is ruined from the Deeds.", { card, name }),
};

/** @param {string | undefined} card */
const some = (card) => (card === undefined || card === null ? t("a card") : called(card));

/** @param {string[]} cards */
const all = (cards) => cards.map(called).join(", ");

/** @param {number} n */
const many = (n) => plural("{n} card", "{n} cards", n);

/** @type {Record<string, (event: GameEvent, name: string, who: (seat: number) => string) => string>} */
const SENTENCES = {
  dealt: (event, name) => (event.cards ? t("{name} is dealt {cards}.", { name, cards: all(event.cards) }) : ""),
  draw: (event, name) => {
    const card = some(event.card);
    return event.from === "well" ? t("{name} draws {card} from the Well.", { name, card }) : t("{name} draws {card} from the Deck.", { name, card });
  },
  deal: (_, name) => t("A card of the Well goes onto the Deck of {name}.", { name }),
  reshuffle: (event) => plural("{n} ruined card becomes the new Well.", "{n} ruined cards become the new Well.", event.cards),
  deed: (event, name) => t("{name} plays {card} as a Deed.", { name, card: called(event.card) }),
  ability: (event, name) => t("{name} plays {card} for its ability.", { name, card: called(event.card) }),
  future: (event, name, who) => {
    const card = some(event.card);
    return event.owner === event.seat ? t("{name} puts {card} on its Future Life.", { name, card }) : t("{name} puts {card} on the Future Life of {other}.", { name, card, other: who(event.owner) });
  },
  pass: (_, name) => t("{name} passes.", { name }),
  stop: (_, name) => t("{name} stops.", { name }),
  target: (event, name, who) => (event.on === event.seat ? t("{name} uses it on itself.", { name }) : t("{name} uses it on {other}.", { name, other: who(event.on) })),
  copy: (event) => t("It does what {card} does.", { card: called(event.card) }),
  ruin: (event, name) => RUINED[event.zone]?.(called(event.card), name) ?? "",
  take_from_ruins: (event, name) => {
    const card = called(event.card);
    return event.zone === "future" ? t("{name} takes {card} from the Ruins into the Future Life.", { name, card }) : t("{name} takes {card} from the Ruins into the hand.", { name, card });
  },
  take_from_future: (event, name) => t("{name} takes {card} from its Future Life.", { name, card: some(event.card) }),
  take_future: (event, name, who) => t("{name} steals {card} from the Future Life of {other}.", { name, card: some(event.card), other: who(event.owner) }),
  take_deed: (event, name, who) => t("{name} takes the Deed {card} of {other}.", { name, card: called(event.card), other: who(event.owner) }),
  peek: (event, name, who) => {
    const other = who(event.owner);
    return event.cards ? t("{name} looks at the hand of {other}: {cards}.", { name, other, cards: all(event.cards) }) : t("{name} looks at the hand of {other}.", { name, other });
  },
  show: (event, name, who) => t("{other} shows {cards} to {name}.", { name, other: who(event.owner), cards: event.cards ? all(event.cards) : many(event.count) }),
  take_from_hand: (event, name, who) => t("{name} takes {card} out of the hand of {other}.", { name, card: some(event.card), other: who(event.owner) }),
  look: (event, name) => t("{name} looks at {cards} of the Well.", { name, cards: event.cards ? all(event.cards) : many(event.count) }),
  put_back: (event, name) => t("{name} puts {future} on the Future Life and {well} back on the Well.", { name, future: event.to_future, well: event.to_well }),
  accept: (event, name) => t("{name} accepts {card} for the next life.", { name, card: called(event.card) }),
  decline: (event, name) => t("{name} declines {card}.", { name, card: called(event.card) }),
  ruin_centre: (event) => t("Nobody wants {card}: it is ruined.", { card: called(event.card) }),
  ascend: (event, name) => {
    const level = LEVELS[event.level];
    return event.rings_paid ? plural("{name} is reborn as {level} for {n} ring.", "{name} is reborn as {level} for {n} rings.", event.rings_paid, { name, level }) : t("{name} is reborn as {level}.", { name, level });
  },
  stay: (event, name) => (event.rings_gained ? t("{name} is reborn on the same rung and takes a ring.", { name }) : t("{name} is reborn on the same rung.", { name })),
  future_to_hand: (_, name) => t("The Future Life of {name} becomes the hand.", { name }),
  over: (event) => (event.capped ? t("The game ends at the turn cap.") : t("Transcendence! The game is over.")),
};

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {string} */
export function tell(event, who) {
  return SENTENCES[event.type]?.(event, event.seat === undefined ? "" : who(event.seat), who) ?? "";
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {Mark | null} */
export function mark(event, who) {
  const name = event.seat === undefined ? "" : who(event.seat);
  if (event.type === "ascend") return { kind: "good", label: t("{name} becomes {level}", { name, level: LEVELS[event.level] }) };
  if (event.type === "stay") return { kind: "take", label: t("{name} is reborn on the same rung", { name }) };
  if (event.type === "take_deed") return { kind: "buy", label: t("{name} steals a Deed", { name }) };
  if (event.type === "reshuffle") return { kind: "clear", label: t("The Ruins become the Well") };
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
