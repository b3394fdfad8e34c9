// Karma's events as sentences, as moves of cards, and as marks on the timeline.

import { plural, t } from "../../js/words.js";
import { nameOf } from "./faces.js";

/** @import {GameEvent, Mark, Move} from "../../js/replay/types.js" */

export const asks = {
  CHOOSE_UP: t("choose three cards for the table"),
  MAIN: t("play or take the pile"),
  FOLLOW_UP: t("add a card from the table"),
  GIVE_TO: t("say who gets the pile"),
};

export const marks = {
  take: t("somebody takes the pile; the higher, the more cards"),
  give: t("a pile is given away"),
  clear: t("three in a row clear the pile"),
  good: t("somebody is out of cards"),
};

/** @type {Record<string, string>} */
const ZONES = { hand: t("in the hand"), up: t("open on the table"), down: t("face down on the table"), pile: t("on the pile"), draw: t("on the draw pile"), box: t("out of the game") };

/** @param {string} zone */
export const zone = (zone) => ZONES[zone.replace(/-\d+$/, "")] ?? zone;

export const dealing = ["deal", "foresight"];

/** @param {string[]} cards */
function named(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => `${count > 1 ? `${count} × ` : ""}${nameOf(card)}`).join(", ");
}

/** @param {number} n */
const many = (n) => plural("{n} card", "{n} cards", n);

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {string} */
export function tell(event, who) {
  const name = event.seat === undefined ? "" : who(event.seat);
  const cards = Array.isArray(event.cards) ? named(event.cards) : "";
  switch (event.type) {
    case "start":
      return t("Cards are dealt. {name} begins.", { name: who(event.first) });
    case "foresight":
      return cards ? t("{name} may look at its face-down cards: {cards}.", { name, cards }) : t("{name} may look at its face-down cards.", { name });
    case "deal":
      return cards ? t("{name} is dealt {cards}.", { name, cards }) : "";
    case "reveal":
      return t("{name} lays out {cards}.", { name, cards });
    case "play":
      return event.zone === "up" ? t("{name} plays {cards} from the table.", { name, cards }) : t("{name} plays {cards}.", { name, cards });
    case "flip":
      return event.fits ? t("{name} turns over {cards}.", { name, cards }) : t("{name} turns over {cards}, which does not fit.", { name, cards });
    case "bottom-up":
      return t("From the bottom comes {card}.", { card: cards || nameOf(event.card) });
    case "clear":
      return t("Three in a row: the pile is cleared.");
    case "give":
      return t("{name} gives the pile to {other}.", { name, other: who(event.to) });
    case "take":
      return event.cards ? t("{name} takes the pile of {cards}.", { name, cards: many(event.cards.length) }) : t("{name} takes the pile.", { name });
    case "show":
      return t("{name} shows a hand in which nothing fits.", { name });
    case "draw":
      return t("{name} draws {cards}.", { name, cards: cards || many(event.count) });
    case "out":
      return t("{name} has no cards left and is out.", { name });
    case "over":
      return event.capped ? t("The game ends at the turn cap.") : t("The game is over.");
    default:
      return "";
  }
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {Mark | null} */
export function mark(event, who) {
  const name = event.seat === undefined ? "" : who(event.seat);
  switch (event.type) {
    case "clear":
      return { kind: "clear", label: t("The pile is cleared") };
    case "take":
      return { kind: "take", label: event.cards ? t("{name} takes {cards}", { name, cards: many(event.cards.length) }) : t("{name} takes the pile", { name }), weight: burden(event.cards) };
    case "give":
      return { kind: "give", label: t("{name} gives the pile to {other}", { name, other: who(event.to) }) };
    case "out":
      return { kind: "good", label: t("{name} is out of cards", { name }) };
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
