// Which cards on the table a choice is about, for people who choose by touching cards.

/** @import {Pick, View} from "../../js/replay/types.js" */

/** @param {Record<string, any>} action @param {View} view @returns {Pick[]} */
export function picks(action, view) {
  const own = `reserve-${view.seat}`;
  if (action.type === "draw") return [{ zone: "draw" }];
  if (action.type === "fairy") return [{ zone: own, face: "F" }];
  if (action.type === "buy") return [{ zone: `reserve-${action.seller}`, face: action.card }];
  if (action.type === "pay" && action.cards) return action.cards.map((/** @type {string} */ face) => ({ zone: own, face }));
  return [];
}
