// Which cards on the table a choice is about, for people who choose by touching or dragging cards.

/** @import {Pick, View} from "../../js/replay/types.js" */

/** @param {Record<string, any>} action @param {View} view @returns {Pick[]} */
export function picks(action, view) {
  const { seat } = view;
  const hand = (/** @type {string} */ face) => ({ zone: `hand-${seat}`, face });
  switch (action.type) {
    case "play":
    case "pick_hand":
      return [hand(action.card)];
    case "sow":
    case "jubilee":
    case "ruin":
      return action.cards.map(hand);
    case "pick_deed":
      return [{ zone: `deeds-${seat}`, place: action.at }];
    case "copy":
      return [{ zone: `deeds-${action.seat}`, place: -1 }];
    case "target":
      return [{ zone: `hand-${action.seat}` }];
    // Only the uppermost cards are drawn: counted from the top.
    case "pick_future":
      return [{ zone: `future-${seat}`, place: action.at - view.seats[seat].future.length }];
    case "pick_ruins":
      return [{ zone: "ruins", place: -1 - action.depth }];
    default:
      return [];
  }
}

/** Where a card is dragged to. @param {Record<string, any>} action @param {View} view @returns {string | null} */
export function goal(action, view) {
  if (action.type !== "play") return null;
  if (action.mode === "deed") return `deeds-${view.seat}`;
  if (action.mode === "ability") return "centre";
  return action.mode === "future" ? `future-${view.seat}` : null;
}
