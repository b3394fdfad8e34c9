// How a table of Karma looks: hands outside, table cards before them, the piles in the middle.

import { plural, t } from "../../js/words.js";
import { CARD, hand, hidden, outline, plate, rankOf, seatBoxes, stack, text } from "../../js/replay/geometry.js";
import { face, nameOf } from "./faces.js";
import { help, option, rules } from "./help.js";
import { goal, picks, refusal } from "./picks.js";
import { asks, dealing, mark, marks, moves, tell, zone } from "./words.js";

/** @import {Card, Head, Scene, Shape, Step, Table, Thing, View} from "../../js/replay/types.js" */
/** @import {Box} from "../../js/replay/geometry.js" */

const ROOMS = {
  wide: { width: 1000, height: 660, top: 12, bottom: 436, row: 212, widest: 520, gap: 18, plate: 26 },
  tall: { width: 400, height: 500, top: 6, bottom: 322, row: 172, widest: 300, gap: 6, plate: 17 },
};

const STEP = 24;

/** @param {Step} step @param {Head} head @param {Shape} shape @param {number} near @returns {Scene} */
function scene(step, head, shape, near) {
  const room = ROOMS[shape];
  const { view } = step;
  const boxes = seatBoxes(view.seats.length, near, room);
  /** @type {Scene} */
  const found = { width: room.width, height: room.height, cards: [], things: [], spots: {} };
  middle(found, step, shape);
  view.seats.forEach((/** @type {View} */ _, /** @type {number} */ seat) => seatPart(found, step, head, shape, seat, boxes[seat]));
  return found;
}

/** @param {Scene} found @param {Step} step @param {Shape} shape */
function middle(found, { view, open }, shape) {
  const isWide = shape === "wide";
  const scale = isWide ? 1.32 : 0.95;
  const y = isWide ? 328 : 250;
  const [left, centre, right] = isWide ? [262, 500, 742] : [56, 200, 344];
  const label = isWide ? 15 : 10;
  const drop = CARD.height * scale * 0.5 + label;
  const draw = open ? [...open.draw].reverse() : hidden(view.draw);
  found.things.push(
    { key: "rug", tag: "ellipse", cls: "rug", attrs: { cx: centre, cy: y, rx: isWide ? 160 : 100, ry: isWide ? 92 : 66 } },
    outline("draw-outline", left, y, scale),
    outline("pile-outline", centre, y, scale),
    outline("box-outline", right, y, scale),
    text("draw-label", left, y + drop, view.draw ? t("draw · {n}", { n: view.draw }) : t("draw pile empty"), label),
    text("pile-label", centre, y + drop, view.pile.length ? plural("{n} card", "{n} cards", view.pile.length) : t("new pile"), label),
    text("box-label", right, y + drop, t("out of the game · {n}", { n: view.box.length }), label),
    text("needs", centre, y - drop, needs(view), label, "is-strong"),
  );
  // All cards: the next one to be drawn lies on top, face up.
  found.cards.push(...stack("draw", open ? [...hidden(Math.max(0, draw.length - 1)), ...draw.slice(-1)] : draw, left, y, scale).map((card) => ({ ...card, dim: card.face !== null })));
  found.cards.push(...pile(view.pile, centre, y, scale));
  found.cards.push(...stack("box", view.box.length ? hidden(view.box.length) : [], right, y, scale, 3).map((card) => ({ ...card, dim: true })));
  Object.assign(found.spots, { draw: [left, y], pile: [centre, y], box: [right, y] });
}

/** The upper cards of the pile show their number, the top one lies at the right. @param {string[]} cards @param {number} x @param {number} y @param {number} scale @returns {Card[]} */
function pile(cards, x, y, scale) {
  const shown = cards.slice(-5);
  return shown.map((name, place) => {
    const depth = shown.length - 1 - place;
    return { zone: "pile", face: name, x: x + ((shown.length - 1) / 2 - depth) * STEP * scale, y, scale, turn: ((cards.length - depth) % 3) * 3 - 3, dim: depth > 0 };
  });
}

/** @param {View} view */
function needs(view) {
  if (view.ranks) return t("The game is over");
  if (view.decision === "CHOOSE_UP") return t("All choose their table cards");
  if (view.decision === "GIVE_TO") return t("Who gets the pile?");
  if (view.decision === "FOLLOW_UP") return t("A table card must follow");
  if (view.fits_on === null) return t("Anything fits");
  return view.fits_on === "F" ? t("1 to 5, or a Karma card") : t("{number} or higher", { number: view.fits_on });
}

/** @param {Scene} found @param {Step} step @param {Head} head @param {Shape} shape @param {number} seat @param {Box} box */
function seatPart(found, { view, open, next }, head, shape, seat, box) {
  const room = ROOMS[shape];
  const told = view.seats[seat];
  const gap = shape === "wide" ? 9 : 6;
  const scale = Math.min(1, (room.row - room.plate - 2 * gap) / 2.4 / CARD.height, box.width / (3 * CARD.width + 24));
  const high = CARD.height * scale;
  const plateY = box.isTop ? box.y : box.y + room.row - room.plate;
  const handY = box.isTop ? plateY + room.plate + gap + high * 0.7 : plateY - gap - high * 0.7;
  const tableY = box.isTop ? handY + high * 1.2 + gap : handY - high * 1.2 - gap;
  const total = told.hand + told.up.length + told.down.length;
  const isAsked = next ? next.seat === seat : view.active === seat;
  found.things.push(
    ...plate(`seat-${seat}`, box, plateY, { seat, name: head.seats[seat].name, note: total ? plural("{n} card", "{n} cards", total) : t("out"), isActive: isAsked, isOut: total === 0, rank: rankOf(view.ranks, head.sides, seat), tint: head.tints?.[seat] }, shape),
  );
  const isTurn = view.active === seat;
  found.cards.push(...tableCards(seat, told, open?.seats[seat], box, tableY, scale));
  found.cards.push(...hand(`hand-${seat}`, held(view, open, seat), box.x, box.width, handY, scale).map((card) => ({ ...card, lit: isTurn && told.hand > 0 })));
  const x = box.x + box.width / 2;
  const foreseen = view.seat === seat ? view.own?.foresight : null;
  if (foreseen?.length) found.things.push(text(`foresight-${seat}`, x + (1.5 * CARD.width + 16) * scale, tableY, t("below: {cards}", { cards: foreseen.join(" ") }), shape === "wide" ? 13 : 9.5, "start"));
  Object.assign(found.spots, { [`hand-${seat}`]: [x, handY], [`up-${seat}`]: [x, tableY], [`down-${seat}`]: [x, tableY] });
}

/** Known cards first face up, the rest face down. @param {View} view @param {View | null} open @param {number} seat @returns {(string | null)[]} */
function held(view, open, seat) {
  if (open) return open.seats[seat].hand;
  if (view.own && view.seat === seat) return view.own.hand;
  const told = view.seats[seat];
  return [...told.known, ...hidden(told.hand - told.known.length)];
}

/** Face-down slots, and the face-up cards lying on them. @param {number} seat @param {View} told @param {View | undefined} open @param {Box} box @param {number} y @param {number} scale @returns {Card[]} */
function tableCards(seat, told, open, box, y, scale) {
  const pitch = (CARD.width + 9) * scale;
  const x = (/** @type {number} */ slot) => box.x + box.width / 2 + (slot - 1) * pitch;
  const lift = 7 * scale;
  const down = told.down.map((/** @type {number} */ slot) => ({ zone: `down-${seat}`, face: open ? open.down[slot] : null, x: x(slot) + (told.up.length ? lift : 0), y: y + (told.up.length ? lift : 0) - lift / 2, scale, dim: Boolean(open) }));
  const up = told.up.map((/** @type {string} */ name, /** @type {number} */ slot) => ({ zone: `up-${seat}`, face: name, x: x(slot), y: y - lift / 2, scale }));
  return [...down, ...up];
}

/** @param {string} name */
const cardName = (name) => nameOf(name);

/** @type {Table} */
export const table = { scene, face, cardName, moves, tell, mark, marks, asks, dealing, help, option, rules, picks, goal, refusal, zone };
