// How a table of Diamoniak looks: a castle of six places and a reserve for everybody, the draw pile in the middle.

import { t } from "../../js/words.js";
import { CARD, hidden, outline, plate, rankOf, row, seatBoxes, spread, stack, text } from "../../js/replay/geometry.js";
import { castle, face, nameOf } from "./faces.js";
import { help, option, rules } from "./help.js";
import { picks } from "./picks.js";
import { asks, dealing, mark, marks, moves, tell, zone } from "./words.js";

/** @import {Card, Head, Scene, Shape, Step, Table, View} from "../../js/replay/types.js" */
/** @import {Box} from "../../js/replay/geometry.js" */

const ROOMS = {
  wide: { width: 1000, height: 640, top: 12, bottom: 424, row: 204, widest: 480, gap: 18, plate: 26, castle: 0.98 },
  tall: { width: 400, height: 540, top: 6, bottom: 340, row: 194, widest: 260, gap: 8, plate: 17, castle: 0.76 },
};

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
function middle(found, { view, open, events }, shape) {
  const isWide = shape === "wide";
  const scale = isWide ? 1.3 : 0.9;
  const y = isWide ? 314 : 270;
  const [left, centre, right] = isWide ? [290, 500, 710] : [70, 200, 330];
  const label = isWide ? 15 : 10;
  const drop = CARD.height * scale * 0.5 + label;
  const next = open ? open.draw[0] ?? null : null;
  found.things.push(
    { key: "rug", tag: "ellipse", cls: "rug", attrs: { cx: centre, cy: y, rx: isWide ? 120 : 74, ry: isWide ? 94 : 70 } },
    outline("draw-outline", left, y, scale),
    outline("returned-outline", right, y, scale),
    text("draw-label", left, y + drop, t("draw · {n}", { n: view.draw }), label),
    text("returned-label", right, y + drop, t("given back · {n}", { n: view.returned.length }), label),
    text("centre-label", centre, y + drop, said(view), label, "is-strong"),
    text("turn-label", centre, y - drop, t("turn {turn}", { turn: view.turn }), label),
  );
  found.cards.push(...stack("draw", view.draw ? [...hidden(view.draw - 1), next] : [], left, y, scale).map((card) => ({ ...card, dim: card.face !== null })));
  found.cards.push(...stack("returned", view.returned, right, y, scale, 3).map((card) => ({ ...card, dim: true })));
  const drawn = events.findLast((event) => event.type === "draw");
  if (view.shown) found.cards.push({ zone: "shown", face: view.shown, x: centre, y, scale: scale * 1.1, lit: true });
  // The card turned over last stays to be seen: it has gone to its seat already.
  else if (drawn) found.things.push(text("drawn", centre, y, nameOf(drawn.card), isWide ? 20 : 13, "is-strong"));
  Object.assign(found.spots, { draw: [left, y], returned: [right, y], shown: [centre, y] });
}

/** @param {View} view */
function said(view) {
  if (view.ranks) return t("The game is over");
  if (view.decision === "WITCH") return t("The witch! Fairy or pay?");
  if (view.decision === "PAY") return t("The witch wants three cards");
  return view.decision === "START" ? t("Buy or draw?") : t("Draw again or stop?");
}

/** @param {Scene} found @param {Step} step @param {Head} head @param {Shape} shape @param {number} seat @param {Box} box */
function seatPart(found, { view }, head, shape, seat, box) {
  const room = ROOMS[shape];
  const told = view.seats[seat];
  const isWide = shape === "wide";
  const gap = isWide ? 7 : 5;
  const plateY = box.isTop ? box.y : box.y + room.row - room.plate;
  const start = box.isTop ? plateY + room.plate + gap : box.y;
  const diamonds = told.reserve.filter((/** @type {string} */ card) => card === "D").length;
  const builds = told.colour ? `${castle(told.colour)} ${told.castle.length}/6` : t("no colour");
  found.things.push(
    ...plate(`seat-${seat}`, box, plateY, { seat, name: head.seats[seat].name, note: builds, isActive: view.active === seat, rank: rankOf(view.ranks, head.sides, seat), tint: head.tints?.[seat] }, shape),
  );
  const scale = Math.min(room.castle, isWide ? (room.row - room.plate - 2 * gap) / 2 / CARD.height : (room.row - room.plate - 4 * gap - 40) / 2 / CARD.height);
  const [wide, high] = [CARD.width * scale, CARD.height * scale];
  const left = isWide ? box.x + 4 : box.x + (box.width - 3 * wide) / 2;
  // Parts 1 to 3 stand below, 4 to 6 on top of them, without gaps: they make one picture.
  const spot = (/** @type {number} */ part) => [left + wide * (((part - 1) % 3) + 0.5), start + high * (part > 3 ? 0.5 : 1.5)];
  for (let part = 1; part <= 6; part++) {
    const [x, y] = spot(part);
    found.things.push(outline(`castle-${seat}-${part}`, x, y, scale));
  }
  found.cards.push(...told.castle.map((/** @type {string} */ card) => ({ zone: `castle-${seat}`, face: card, x: spot(Number(card[1]))[0], y: spot(Number(card[1]))[1], scale })));
  const label = text(`reserve-label-${seat}`, 0, 0, `${t("reserve · {n}", { n: told.reserve.length })}${diamonds ? ` · ${diamonds} ◆` : ""}`, isWide ? 13 : 9.5);
  if (isWide) {
    const from = left + 3 * wide + 16;
    const width = box.x + box.width - from - 4;
    found.cards.push(...grid(`reserve-${seat}`, told.reserve, from, start + 2, width, scale * 0.8));
    found.things.push({ ...label, attrs: { ...label.attrs, x: from + width / 2, y: start + 2 * high - 3 } });
    Object.assign(found.spots, { [`reserve-${seat}`]: [from + width / 2, start + high] });
  } else {
    const y = start + 2 * high + gap + 21;
    found.cards.push(...row(`reserve-${seat}`, told.reserve, box.x, box.width, y, 0.55));
    Object.assign(found.spots, { [`reserve-${seat}`]: [box.x + box.width / 2, y] });
  }
  Object.assign(found.spots, { [`castle-${seat}`]: [left + 1.5 * wide, start + high] });
}

/** One row while there is room, else two. @param {string} zone @param {string[]} cards @param {number} left @param {number} top @param {number} width @param {number} scale @returns {Card[]} */
function grid(zone, cards, left, top, width, scale) {
  const most = Math.ceil(cards.length / 2);
  const high = CARD.height * scale;
  const rows = cards.length * CARD.width * scale <= width ? [cards] : [cards.slice(0, most), cards.slice(most)];
  return rows.flatMap((members, line) => {
    const places = spread(members.length, left, width, CARD.width * scale, 4, "left");
    return members.map((name, place) => ({ zone, face: name, x: places[place], y: top + high * (line + 0.5) + line * 5, scale }));
  });
}

/** @type {Table} */
export const table = { scene, face, cardName: nameOf, moves, tell, mark, marks, asks, dealing, help, option, rules, picks, zone };
