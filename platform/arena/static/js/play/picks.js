// Which choices the cards in a person's hand stand for. Pure: no page, no table.

/** @import {Card, Option, Pick} from "../replay/types.js" */

/** @typedef {{zone: string, face: string | null, place: number, size: number}} Lying  a card and its place in its zone */
/** @typedef {{option: Option, picks: Pick[]}} Choice */

/** Each card with its place in its zone. @param {Card[]} cards @returns {Lying[]} */
export function placed(cards) {
  /** @type {Record<string, number>} */ const sizes = {};
  const found = cards.map((card) => {
    const place = (sizes[card.zone] = (sizes[card.zone] ?? -1) + 1);
    return { zone: card.zone, face: card.face, place, size: 0 };
  });
  return found.map((card) => ({ ...card, size: sizes[card.zone] + 1 }));
}

/** @param {Lying} card @param {Pick} pick */
function isMeant(card, pick) {
  if (card.zone !== pick.zone) return false;
  if (pick.face !== undefined && pick.face !== card.face) return false;
  return pick.place === undefined || pick.place === card.place || pick.place === card.place - card.size;
}

/**
 * How many picks are left when each card has taken one; null if one of the cards is not among them.
 * @param {Lying[]} cards @param {Pick[]} picks @returns {number | null}
 */
export function leftOver(cards, picks) {
  const left = [...picks];
  for (const card of cards) {
    const at = left.findIndex((pick) => isMeant(card, pick));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left.length;
}

/** The choices that cards may still become, those that they are already first. @param {Choice[]} choices @param {Lying[]} cards @returns {Choice[]} */
export function narrowed(choices, cards) {
  if (!cards.length) return choices;
  const found = choices.map((choice) => ({ choice, left: choice.picks.length ? leftOver(cards, choice.picks) : null })).filter(({ left }) => left !== null);
  return found.sort((one, other) => Number(one.left !== 0) - Number(other.left !== 0)).map(({ choice }) => choice);
}

/** The one choice that nothing can be added to, if there is just one. @param {Choice[]} choices @param {Lying[]} cards @returns {Choice | null} */
export function only(choices, cards) {
  const left = narrowed(choices, cards);
  return cards.length && left.length === 1 && leftOver(cards, left[0].picks) === 0 ? left[0] : null;
}

/** Can this card be added to those that are picked? @param {Choice[]} choices @param {Lying[]} cards @param {Lying} card */
export const isPickable = (choices, cards, card) => narrowed(choices, [...cards, card]).length > 0;
