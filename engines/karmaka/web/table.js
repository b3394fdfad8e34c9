// How a table of Karmaka looks: for everybody a hand, Deeds, the Deck and the Future Life; the ladder, the Well, the
// card being settled and the Ruins in the middle.

import { plural, t } from "../../js/words.js";
import { CARD, hidden, outline, plate, rankOf, row, seatBoxes, stack, text } from "../../js/replay/geometry.js";
import { face, nameOf, score } from "./faces.js";
import { help, option, rules } from "./help.js";
import { LEVELS, ladder, progress } from "./ladder.js";
import { goal, picks } from "./picks.js";
import { asks, dealing, mark, marks, moves, tell, zone } from "./words.js";

/** @import {Card, Head, Scene, Shape, Step, Table, View} from "../../js/replay/types.js" */
/** @import {Box} from "../../js/replay/geometry.js" */

const ROOMS = {
  wide: { width: 1000, height: 680, top: 10, bottom: 450, row: 220, widest: 484, gap: 10, plate: 26, cards: 1.05, label: 13 },
  tall: { width: 400, height: 540, top: 6, bottom: 386, row: 148, widest: 300, gap: 8, plate: 17, cards: 0.7, label: 9.5 },
};

/** @param {Step} step @param {Head} head @param {Shape} shape @param {number} near @returns {Scene} */
function scene(step, head, shape, near) {
  const room = ROOMS[shape];
  const { view } = step;
  const boxes = seatBoxes(view.seats.length, near, room);
  /** @type {Scene} */
  const found = { width: room.width, height: room.height, cards: [], things: [], spots: {} };
  middle(found, step, head, shape);
  view.seats.forEach((/** @type {View} */ _, /** @type {number} */ seat) => seatPart(found, step, head, shape, seat, boxes[seat]));
  return found;
}

/** @param {Scene} found @param {Step} step @param {Head} head @param {Shape} shape */
function middle(found, { view, open }, head, shape) {
  const isWide = shape === "wide";
  const size = ROOMS[shape].label;
  const scale = isWide ? 1.32 : 0.92;
  found.things.push(...ladder(view.seats, isWide ? { x: 16, y: 242, width: 440, height: 196 } : { x: 8, y: 158, width: 384, height: 92 }, size, head.tints));
  const y = isWide ? 334 : 318;
  const [well, centre, ruins] = isWide ? [530, 680, 884] : [52, 170, 326];
  const drop = CARD.height * scale * 0.5 + size;
  found.things.push(
    outline("well-outline", well, y, scale),
    outline("centre-outline", centre, y, scale),
    outline("ruins-outline", ruins, y, scale),
    text("well-label", well, y + drop, t("Well · {n}", { n: view.well.size }), size),
    text("centre-label", centre, y + drop, settled(view), size, "is-strong"),
    text("ruins-label", ruins, y + drop, t("Ruins · {n}", { n: view.ruins.length }), size),
    text("rings", isWide ? 680 : 170, isWide ? y - drop : y - drop + 1, plural("turn {turn} · {n} ring left", "turn {turn} · {n} rings left", view.ring_supply, { turn: view.turn }), size),
  );
  const top = open ? open.well.at(-1)?.card ?? null : null;
  found.cards.push(...stack("well", view.well.size ? [...hidden(view.well.size - 1), top] : [], well, y, scale).map(faceDown));
  const shown = view.ruins.slice(-3);
  found.cards.push(...shown.map((/** @type {string} */ name, /** @type {number} */ place) => ({ zone: "ruins", face: name, x: ruins - (shown.length - 1 - place) * 34 * scale, y, scale, dim: place < shown.length - 1 })));
  if (view.centre) found.cards.push({ zone: "centre", face: view.centre, x: centre, y, scale: scale * 1.06, lit: true });
  Object.assign(found.spots, { well: [well, y], centre: [centre, y], ruins: [ruins, y] });
}

/** @param {View} view */
function settled(view) {
  if (view.ranks) return t("The game is over");
  if (!view.centre) return "";
  return view.chain.target === null ? t("being settled") : t("used on seat {seat}", { seat: view.chain.target });
}

/** @param {Scene} found @param {Step} step @param {Head} head @param {Shape} shape @param {number} seat @param {Box} box */
function seatPart(found, { view, open }, head, shape, seat, box) {
  const room = ROOMS[shape];
  const isWide = shape === "wide";
  const told = view.seats[seat];
  const gap = isWide ? 8 : 5;
  const scale = Math.min(room.cards, (room.row - room.plate - 3 * gap - room.label) / 2 / CARD.height);
  const [wide, high] = [CARD.width * scale, CARD.height * scale];
  const plateY = box.isTop ? box.y : box.y + room.row - room.plate;
  const outer = box.isTop ? plateY + room.plate + gap + high / 2 : plateY - gap - high / 2;
  const inner = box.isTop ? outer + high + gap : outer - high - gap;
  const mates = head.sides.find((side) => side.includes(seat)) ?? [];
  const team = mates.length > 1 ? ` · ${t("with {seats}", { seats: mates.filter((mate) => mate !== seat).join(", ") })}` : "";
  const rings = told.rings ? ` · ${"●".repeat(Math.min(told.rings, 6))}` : "";
  const note = isWide ? `${LEVELS[told.level]}${rings}${team} · ${progress(told.level, score(told.deeds))}` : `${progress(told.level, score(told.deeds))}${rings}`;
  found.things.push(...plate(`seat-${seat}`, box, plateY, { seat, name: head.seats[seat].name, note, isActive: view.actor === seat, rank: rankOf(view.ranks, head.sides, seat), tint: head.tints?.[seat] }, shape));
  const side = wide + gap * 2;
  const left = box.x + 2;
  const main = box.width - side - gap;
  const stackX = box.x + box.width - wide / 2 - 4;
  found.cards.push(...row(`hand-${seat}`, held(view, open, seat), left, main, outer, scale, "left").map((card) => ({ ...card, lit: view.active === seat && told.hand > 0 })));
  found.things.push(outline(`deeds-outline-${seat}`, left + wide / 2, inner, scale), outline(`deck-outline-${seat}`, stackX, outer, scale), outline(`future-outline-${seat}`, stackX, inner, scale));
  found.cards.push(...row(`deeds-${seat}`, told.deeds, left, main, inner, scale, "left"));
  found.cards.push(...stack(`deck-${seat}`, slots(told.deck, open?.decks[seat]), stackX, outer, scale, 3).map(faceDown));
  found.cards.push(...stack(`future-${seat}`, slots(told.future, open?.futures[seat]), stackX, inner, scale, 3).map(faceDown));
  const label = box.isTop ? inner + high / 2 + room.label * 0.9 : inner - high / 2 - room.label * 0.9;
  found.things.push(
    isWide
      ? text(`future-label-${seat}`, stackX, label, t("future {n}", { n: told.future.length }), room.label)
      : text(`future-label-${seat}`, box.x + box.width - 4, label, t("future {future} · deck {deck}", { future: told.future.length, deck: told.deck.length }), room.label, "end"),
    text(`deeds-label-${seat}`, left, label, told.deeds.length ? plural("deeds: {n} point", "deeds: {n} points", score(told.deeds)) : t("no deeds yet"), room.label, "start"),
  );
  if (isWide) found.things.push({ ...text(`deck-label-${seat}`, stackX - wide / 2 - 6, outer, t("deck {n}", { n: told.deck.length }), room.label, "end") });
  Object.assign(found.spots, { [`hand-${seat}`]: [left + main / 2, outer], [`deeds-${seat}`]: [left + main / 2, inner], [`deck-${seat}`]: [stackX, outer], [`future-${seat}`]: [stackX, inner] });
}

/** A face-down card whose face this perspective knows. @param {Card} card */
const faceDown = (card) => ({ ...card, dim: card.face !== null });

/** @param {View} view @param {View | null} open @param {number} seat @returns {(string | null)[]} */
function held(view, open, seat) {
  if (open) return open.hands[seat];
  if (view.own && view.seat === seat) return view.own.hand;
  const told = view.seats[seat];
  const known = view.seat < 0 ? told.surely_for_all : told.surely;
  return [...known, ...hidden(told.hand - known.length)];
}

/** @param {View[]} seen @param {View[] | undefined} open @returns {(string | null)[]} */
function slots(seen, open) {
  return (open ?? seen).map((slot) => slot.card);
}

/** @type {Table} */
export const table = { scene, face, cardName: nameOf, moves, tell, mark, marks, asks, dealing, help, option, rules, picks, goal, zone };
