// Which cards on the table a choice is about, for people who choose by touching cards.

import { t } from "../../js/words.js";
import { nameOf } from "./faces.js";

/** @import {Card, Pick, View} from "../../js/replay/types.js" */

/** @param {Record<string, any>} action @param {View} view @returns {Pick[]} */
export function picks(action, view) {
  const { seat } = view;
  if (action.type === "play") return new Array(action.count).fill({ zone: `${action.zone}-${seat}`, face: action.card });
  if (action.type === "choose") return action.cards.map((/** @type {string} */ face) => ({ zone: `hand-${seat}`, face }));
  if (action.type === "flip") return [{ zone: `down-${seat}`, place: view.seats[seat].down.indexOf(action.slot) }];
  if (action.type === "give") return [{ zone: `hand-${action.seat}` }];
  return [{ zone: "pile" }];
}

/** Cards are dragged onto the pile, and the pile to the hand that takes it. @param {Record<string, any>} action @param {View} view @returns {string | null} */
export function goal(action, view) {
  if (action.type === "play" || action.type === "flip") return "pile";
  if (action.type === "take") return `hand-${view.seat}`;
  return null;
}

/** @param {Card} card @param {View} view @returns {string} */
export function refusal(card, view) {
  if (card.face === null || !card.zone.endsWith(`-${view.seat}`)) return "";
  const name = nameOf(card.face);
  if (view.decision === "CHOOSE_UP") return t("Three cards are enough: put one back first.");
  if (card.zone.startsWith("up-") && view.seats[view.seat].hand > 0 && view.decision !== "FOLLOW_UP") return t("{card} lies on the table: the hand is played first.", { card: name });
  if (view.fits_on === null) return "";
  if (view.fits_on === "F") return t("{card} does not fit: 1 to 5 or a Karma card is wanted.", { card: name });
  return t("{card} does not fit: {number} or higher is wanted.", { card: name, number: view.fits_on });
}
