// Where things lie on the table. Pure numbers, the same for all games.

import { t } from "../words.js";

/** @import {Card, Shape, Thing} from "./types.js" */

/** A card at scale 1. */
export const CARD = { width: 60, height: 84 };

/**
 * @typedef {{x: number, y: number, width: number, height: number, isTop: boolean}} Box
 */

/**
 * Boxes for the seats, in two rows round the middle. The near seat sits at the bottom, the others follow clockwise.
 * @param {number} seats
 * @param {number} near
 * @param {{width: number, top: number, bottom: number, row: number, widest: number, gap: number}} room
 * @returns {Box[]} by seat
 */
export function seatBoxes(seats, near, room) {
  const below = Math.floor(seats / 2);
  const above = seats - below;
  /** @type {Box[]} */ const boxes = [];
  for (let place = 0; place < seats; place++) {
    const isTop = place >= below;
    const count = isTop ? above : below;
    // Clockwise from the near seat: the bottom row runs to the left, the top row to the right.
    const column = isTop ? place - below : below - 1 - place;
    const width = Math.min(room.widest, (room.width - room.gap * (count + 1)) / count);
    const start = (room.width - count * width - (count - 1) * room.gap) / 2;
    boxes[(near + place) % seats] = {
      x: start + column * (width + room.gap),
      y: isTop ? room.top : room.bottom,
      width,
      height: room.row,
      isTop,
    };
  }
  return boxes;
}

/**
 * Middles of cards side by side in a room, overlapping when they must.
 * @param {number} count
 * @param {number} left
 * @param {number} width
 * @param {number} card width of one card
 * @param {number} [gap]
 * @param {"middle" | "left"} [align]
 */
export function spread(count, left, width, card, gap = 4, align = "middle") {
  if (count === 0) return [];
  const pitch = count === 1 ? 0 : Math.min(card + gap, (width - card) / (count - 1));
  const used = card + pitch * (count - 1);
  const start = align === "left" ? left : left + (width - used) / 2;
  return Array.from({ length: count }, (_, place) => start + card / 2 + place * pitch);
}

/**
 * A face-down or face-up stack, the top card last. Only the uppermost cards are drawn.
 * @param {string} zone
 * @param {(string | null)[]} faces from bottom to top
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {number} [shown]
 * @returns {Card[]}
 */
export function stack(zone, faces, x, y, scale, shown = 4) {
  const from = Math.max(0, faces.length - shown);
  return faces.slice(from).map((face, place) => ({ zone, face, x: x - place * 1.5, y: y - place * 1.5, scale }));
}

/**
 * A row of cards.
 * @param {string} zone
 * @param {(string | null)[]} faces
 * @param {number} left
 * @param {number} width
 * @param {number} y middle of the row
 * @param {number} scale
 * @param {"middle" | "left"} [align]
 * @returns {Card[]}
 */
export function row(zone, faces, left, width, y, scale, align = "middle") {
  const places = spread(faces.length, left, width, CARD.width * scale, 4 * scale, align);
  return faces.map((face, place) => ({ zone, face, x: places[place], y, scale }));
}

/** Cards that show less than this much of themselves, at scale 1, cannot be told from each other. */
const LEAST_SHOWN = 27;

/**
 * A hand: one row, or two when the cards would cover each other's numbers. Takes 1.4 times the height of a card.
 * @param {string} zone
 * @param {(string | null)[]} faces
 * @param {number} left
 * @param {number} width
 * @param {number} y middle of the hand
 * @param {number} scale
 * @returns {Card[]}
 */
export function hand(zone, faces, left, width, y, scale) {
  const pitch = (width - CARD.width * scale) / Math.max(1, faces.length - 1);
  if (pitch >= LEAST_SHOWN * scale || faces.every((face) => face === null)) return row(zone, faces, left, width, y, scale);
  const half = Math.ceil(faces.length / 2);
  const shift = CARD.height * scale * 0.2;
  return [
    ...row(zone, faces.slice(0, half), left, width, y - shift, scale),
    ...row(zone, faces.slice(half), left, width, y + shift, scale),
  ];
}

/** @param {number} count @returns {null[]} */
export const hidden = (count) => new Array(count).fill(null);

/**
 * The plate of a seat: number, name, a word about it.
 * @param {string} key
 * @param {Box} box
 * @param {number} y
 * @param {{seat: number, name: string, note: string, isActive: boolean, isOut?: boolean, rank?: number | null, tint?: number}} told  tint: the colour of the disc
 * @param {Shape} shape
 * @returns {Thing[]}
 */
export function plate(key, box, y, told, shape) {
  const small = shape === "tall";
  const height = small ? 17 : 26;
  // Nothing that is read is smaller than nine pixels on a phone.
  const size = small ? 10.3 : 14;
  const middle = y + height / 2;
  const cls = `plate${told.isActive ? " is-active" : ""}${told.isOut ? " is-out" : ""}`;
  const note = told.rank ? place(told.rank) : told.note;
  const room = (box.width - height - 12 - note.length * size * 0.52) / (size * 0.56);
  return [
    { key: `${key}-plate`, tag: "rect", cls, attrs: { x: box.x, y, width: box.width, height, rx: height / 2 } },
    { key: `${key}-disc`, tag: "circle", cls: `${cls} plate-disc${tinted(told.tint)}`, attrs: { cx: box.x + height / 2, cy: middle, r: height / 2 - 2.5 } },
    text(`${key}-number`, box.x + height / 2, middle, String(told.seat), size * 0.95, `plate-number${told.isActive ? " is-active" : ""}${tinted(told.tint)}`),
    { ...text(`${key}-name`, box.x + height + 4, middle, shorten(told.name, room), size, "plate-name start"), title: told.name },
    text(`${key}-note`, box.x + box.width - 9, middle, note, size * 0.92, `plate-note end${told.rank === 1 ? " is-first" : ""}`),
  ];
}

/** There are six colours. @param {number | undefined} tint */
export const tinted = (tint) => (tint === undefined ? "" : ` has-tint tint-${tint % 6}`);

/**
 * @param {string} key @param {number} x @param {number} y middle of the line
 * @param {string} words @param {number} size @param {string} [cls]
 * @returns {Thing}
 */
export function text(key, x, y, words, size, cls = "") {
  return { key, tag: "text", cls: `label ${cls}`, attrs: { x, y: y + size * 0.35, "font-size": size }, text: words };
}

/** An outline where cards may lie. @param {string} key @param {number} x @param {number} y @param {number} scale @returns {Thing} */
export function outline(key, x, y, scale) {
  const width = CARD.width * scale;
  const height = CARD.height * scale;
  return { key, tag: "rect", cls: "outline", attrs: { x: x - width / 2, y: y - height / 2, width, height, rx: 6 * scale } };
}

/** @param {string} words @param {number} room in letters */
export function shorten(words, room) {
  const most = Math.max(3, Math.floor(room));
  return words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`;
}

/** @param {number} rank */
export function place(rank) {
  return { 1: t("1st"), 2: t("2nd"), 3: t("3rd") }[rank] ?? t("{rank}th", { rank });
}

/** Rank of a seat at the end, by its side. @param {number[] | null} ranks @param {number[][]} sides @param {number} seat */
export function rankOf(ranks, sides, seat) {
  return ranks && ranks.length ? ranks[sides.findIndex((side) => side.includes(seat))] : null;
}
