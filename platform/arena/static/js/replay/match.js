// Which card of the new scene is which card of the old one. Views name kinds of cards, not single cards, so a card that
// moves has to be recognised: by what the events say, then by place and face.

/** @import {Card, Move} from "./types.js" */

/**
 * @param {Card[]} before
 * @param {Card[]} after
 * @param {Move[]} moves what the events say, in order
 * @returns {number[]} for each new card the old one it was, or -1
 */
export function matched(before, after, moves) {
  const origin = new Array(after.length).fill(-1);
  const isFree = new Array(before.length).fill(true);
  const isOpen = (/** @type {number} */ place) => origin[place] < 0;

  /** @param {number} place @param {number} old */
  const pair = (place, old) => {
    origin[place] = old;
    isFree[old] = false;
  };
  /** @param {(old: Card, card: Card) => boolean} fits */
  const pairAll = (fits) => {
    after.forEach((card, place) => {
      if (!isOpen(place)) return;
      const old = before.findIndex((each, at) => isFree[at] && fits(each, card));
      if (old >= 0) pair(place, old);
    });
  };

  for (const move of moves) {
    const place = after.findIndex(
      (card, at) => isOpen(at) && card.zone === move.to && alike(card.face, move.face) && move.from !== move.to,
    );
    if (place < 0) continue;
    // The top card of a stack leaves first: look from the end.
    const old = before.findLastIndex((each, at) => isFree[at] && each.zone === move.from && alike(each.face, move.face));
    if (old >= 0) pair(place, old);
  }
  pairAll((old, card) => old.zone === card.zone && old.face === card.face);
  pairAll((old, card) => old.face !== null && old.face === card.face);
  pairAll((old, card) => old.zone === card.zone && alike(old.face, card.face));
  pairAll((old, card) => old.zone !== card.zone && (old.face === null) !== (card.face === null));
  return origin;
}

/**
 * The same cards, those that have just arrived marked as such.
 * @param {Card[]} cards
 * @param {Move[]} moves what the events of the step say, in order
 * @returns {Card[]}
 */
export function freshened(cards, moves) {
  /** @type {Set<number>} */ const arrived = new Set();
  // The last one first: a card that went on is not where it came to in between.
  for (const { to, face } of moves.toReversed()) {
    const isIt = (/** @type {(card: Card) => boolean} */ fits) => cards.findLastIndex((card, at) => card.zone === to && !arrived.has(at) && fits(card));
    const exact = isIt((card) => card.face === face);
    const found = exact >= 0 ? exact : isIt((card) => alike(card.face, face));
    if (found >= 0) arrived.add(found);
  }
  return cards.map((card, at) => (arrived.has(at) ? { ...card, fresh: true } : card));
}

/** A face that is not known may be any. @param {string | null} one @param {string | null} other */
function alike(one, other) {
  return one === null || other === null || one === other;
}
