// Diamoniak's events as sentences, as moves of cards, and as marks on the timeline.

import { listed, plural, t } from "../../js/words.js";
import { castle, nameOf } from "./faces.js";

/** @import {GameEvent, Mark, Move} from "../../js/replay/types.js" */

export const asks = {
  START: t("buy a part or draw"),
  CONTINUE: t("draw again or stop"),
  WITCH: t("use a fairy or pay"),
  PAY: t("give back three cards"),
};

export const marks = { witch: t("a witch"), good: t("a fairy helps"), buy: t("a part is bought"), take: t("a castle is lost") };

/** @type {string[]} */
export const dealing = [];

/** @type {Record<string, string>} */
const ZONES = { castle: t("in the castle"), reserve: t("in the reserve"), draw: t("on the draw pile"), returned: t("given back"), shown: t("just turned over") };

/** @param {string} zone */
export const zone = (zone) => ZONES[zone.replace(/-\d+$/, "")] ?? zone;

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {string} */
export function tell(event, who) {
  const name = event.seat === undefined ? "" : who(event.seat);
  switch (event.type) {
    case "reshuffle":
      return plural("{n} returned card is shuffled into a new pile.", "{n} returned cards are shuffled into a new pile.", event.cards);
    case "draw":
      return event.card === "W" ? t("{name} turns over the witch!", { name }) : t("{name} turns over a {card}.", { name, card: nameOf(event.card) });
    case "build":
      return t("{name} begins a castle: {colour}.", { name, colour: castle(event.colour) });
    case "fairy":
      return t("A fairy of {name} chases the witch away.", { name });
    case "pay":
      return event.cards.length ? t("{name} gives back {cards}.", { name, cards: listed(event.cards.map(nameOf)) }) : t("{name} has nothing to lose.", { name });
    case "free":
      return t("{name} has lost the castle: {colour} is free again.", { name, colour: castle(event.colour) });
    case "buy":
      return t("{name} buys the {part} from {other} for three diamonds.", { name, part: nameOf(event.card), other: who(event.seller) });
    case "stop":
      return t("{name} stops.", { name });
    case "end":
      return event.capped ? t("The game ends at the turn cap.") : t("A castle is complete: the game is over.");
    default:
      return "";
  }
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {Mark | null} */
export function mark(event, who) {
  const name = event.seat === undefined ? "" : who(event.seat);
  if (event.type === "draw" && event.card === "W") return { kind: "witch", label: t("A witch for {name}", { name }) };
  if (event.type === "buy") return { kind: "buy", label: t("{name} buys from {other}", { name, other: who(event.seller) }) };
  if (event.type === "fairy") return { kind: "good", label: t("A fairy helps {name}", { name }) };
  if (event.type === "free") return { kind: "take", label: t("{name} loses the castle", { name }) };
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
