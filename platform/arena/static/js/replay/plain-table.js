// The table of a game that brings none: what the view says, zone by zone. Lists of names are cards, the rest is words.
// What belongs to a seat lies in its box, everything else in the middle.

import { plural, t } from "../words.js";
import { CARD, plate, rankOf, row, seatBoxes, shorten, text } from "./geometry.js";

/** @import {Card, Drawing, GameEvent, Head, Scene, Shape, Step, Table, View} from "./types.js" */
/** @import {Box} from "./geometry.js" */

/** @typedef {{name: string, cards: (string | null)[]}} Zone */
/** @typedef {{zones: Zone[], words: string[]}} Said */

const ROOMS = {
  wide: { width: 1000, height: 640, top: 12, bottom: 428, row: 200, widest: 480, gap: 18, plate: 26, size: 14, middle: 214 },
  tall: { width: 400, height: 540, top: 6, bottom: 362, row: 172, widest: 260, gap: 8, plate: 17, size: 9.5, middle: 180 },
};
/** Fields that every view has: they are shown as what they are, or not worth showing. */
const COMMON = new Set(["game", "variant", "rules_version", "seat", "seats", "own", "active", "actor", "decision", "ranks", "turn", "first"]);
/** Of a card's full size: room for the frame around it, and the least at which its word can be read. */
const LARGEST = 0.95;
const SMALLEST = 0.42;

/** @param {string} name @returns {string} */
const spoken = (name) => name.replaceAll("_", " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** @param {unknown} value @returns {value is (string | null)[]} */
const isCards = (value) => Array.isArray(value) && value.length > 0 && value.some((each) => typeof each === "string") && value.every((each) => each === null || typeof each === "string");

/** A value in words. @param {unknown} value @returns {string} */
function worded(value) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value)) return value.length ? value.map(worded).join(", ") : t("none");
  if (value !== null && typeof value === "object") return Object.entries(value).map(([name, part]) => `${spoken(name)} ${worded(part)}`).join(", ");
  return value === null || value === undefined ? t("none") : String(value);
}

/** @param {View} fields @param {Set<string>} [without] @returns {Said} */
function said(fields, without = new Set()) {
  /** @type {Said} */
  const found = { zones: [], words: [] };
  for (const [name, value] of Object.entries(fields)) {
    if (without.has(name) || value === null) continue;
    if (isCards(value)) found.zones.push({ name: spoken(name), cards: value });
    else found.words.push(`${spoken(name)} ${worded(value)}`);
  }
  return found;
}

/** What is said of a seat: by everybody, by itself, and where all cards are shown by the saved game. @param {Step} step @param {number} seat @returns {Said} */
function saidOf({ view, open }, seat) {
  const own = view.seat === seat && view.own && typeof view.own === "object" ? view.own : {};
  const count = view.seats.length;
  const hidden = Object.entries(open ?? {}).filter(([name, value]) => !(name in view) && Array.isArray(value) && value.length === count && isCards(value[seat]));
  // What the seat knows itself takes the place of what others see of it.
  return said({ ...view.seats[seat], ...Object.fromEntries(hidden.map(([name, value]) => [name, value[seat]])), ...own });
}

/** @param {Step} step @param {Head} head @param {Shape} shape @param {number} near @returns {Scene} */
function scene(step, head, shape, near) {
  const room = ROOMS[shape];
  const { view } = step;
  /** @type {Scene} */
  const found = { width: room.width, height: room.height, cards: [], things: [], spots: {} };
  const turn = view.turn === undefined ? [] : [t("turn {turn}", { turn: view.turn })];
  const middle = said(view, COMMON);
  lay(found, "middle", { ...middle, words: [...turn, ...middle.words] }, { x: room.gap, y: (room.height - room.middle) / 2, width: room.width - 2 * room.gap, height: room.middle }, room.size);
  seatBoxes(view.seats.length, near, room).forEach((box, seat) => seatPart(found, step, head, shape, seat, box));
  return found;
}

/** @param {Scene} found @param {Step} step @param {Head} head @param {Shape} shape @param {number} seat @param {Box} box */
function seatPart(found, step, head, shape, seat, box) {
  const room = ROOMS[shape];
  const { view } = step;
  const plateY = box.isTop ? box.y : box.y + room.row - room.plate;
  const told = { seat, name: head.seats[seat].name, note: "", isActive: view.active === seat, rank: rankOf(view.ranks, head.sides, seat), tint: head.tints?.[seat] };
  found.things.push(...plate(`seat-${seat}`, box, plateY, told, shape));
  const top = box.isTop ? box.y + room.plate : box.y;
  lay(found, `seat-${seat}`, saidOf(step, seat), { x: box.x, y: top, width: box.width, height: room.row - room.plate }, room.size);
}

/**
 * A line of words and a row for each zone, as large as the place allows.
 * @param {Scene} found @param {string} key @param {Said} told
 * @param {{x: number, y: number, width: number, height: number}} place @param {number} size
 */
function lay(found, key, { zones, words }, place, size) {
  const letters = place.width / (size * 0.55);
  const lines = wrapped(words, letters).slice(0, 3);
  const line = size * 1.5;
  lines.forEach((each, at) => found.things.push(text(`${key}-words-${at}`, place.x + place.width / 2, place.y + line * (at + 0.7), shorten(each, letters), size)));
  if (!zones.length) return;
  // Below each other while they can be read, then in columns.
  const height = place.height - line * lines.length;
  const rows = Math.max(1, Math.min(zones.length, Math.floor(height / (line + 4 + CARD.height * SMALLEST))));
  const columns = Math.ceil(zones.length / rows);
  const [wide, high] = [place.width / columns, height / rows];
  const scale = Math.min(LARGEST, (high - line - 4) / CARD.height, (wide - 6) / CARD.width);
  zones.forEach((zone, at) => {
    const left = place.x + wide * Math.floor(at / rows);
    const top = place.y + line * lines.length + high * (at % rows);
    const label = zone.cards.length > 1 ? `${zone.name} · ${zone.cards.length}` : zone.name;
    const spot = top + line + (CARD.height * scale) / 2;
    found.things.push(text(`${key}-${zone.name}-label`, left + wide / 2, top + line / 2, shorten(label, wide / (size * 0.55)), size, "is-strong"));
    found.cards.push(...row(`${key}-${zone.name}`, zone.cards, left + 3, wide - 6, spot, scale));
    found.spots[`${key}-${zone.name}`] = [left + wide / 2, spot];
  });
}

/** @param {string[]} words @param {number} letters @returns {string[]} */
function wrapped(words, letters) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 3 <= letters) lines[lines.length - 1] = `${last} · ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {string} name @returns {Drawing[]} */
function face(name) {
  const longest = Math.max(...name.split(" ").map((part) => part.length));
  const size = Math.max(7, Math.min(26, 62 / Math.max(2, longest)));
  const lines = name.length * size * 0.6 > 54 ? name.split(" ") : [name];
  return lines.map((line, at) => ["text", { class: "plain-name", x: 0, y: (at - (lines.length - 1) / 2) * size * 1.1 + size * 0.35, "font-size": size }, line]);
}

/** @param {GameEvent} event @param {(seat: number) => string} who @returns {string} */
function tell(event, who) {
  const rest = Object.entries(event).filter(([name, value]) => !["type", "seat", "number"].includes(name) && value !== null);
  const words = rest.map(([name, value]) => (Array.isArray(value) && value.every((each) => each === null) ? plural("{n} card", "{n} cards", value.length) : `${spoken(name)} ${worded(value)}`));
  const name = event.seat === undefined || event.seat === null ? "" : `${who(event.seat)}: `;
  return `${name}${spoken(event.type)}${words.length ? ` (${words.join("; ")})` : ""}.`;
}

/** @type {Table} */
export const table = { scene, face, cardName: (name) => name, moves: () => [], tell, mark: () => null, marks: {}, asks: {}, dealing: [] };
