// Our own faces for the cards of Karmaka: the colour, the points as pearls, a sign and the name.

import { plural, t } from "../../js/words.js";

/** @import {Drawing} from "../../js/replay/types.js" */

/** Name: colour, points, sign. A sign is drawn in lines inside 36 by 36, round the middle. */
/** @type {Record<string, [string, number, string]>} */
const CARDS = {
  Transmigrate: ["blue", 1, "M-14 12H14M-14 6H14M0 0V-16M-7-9 0-16 7-9"],
  Peek: ["blue", 1, "M-17 0C-9-11 9-11 17 0 9 11-9 11-17 0zM-4 0A4 4 0 1 0 4 0 4 4 0 1 0-4 0"],
  Destiny: ["blue", 2, "M0-16 4-4 16 0 4 4 0 16-4 4-16 0-4-4zM13-14V-8M10-11H16"],
  "Stolen Dreams": ["blue", 2, "M5-15A15 15 0 1 0 14 9 12 12 0 0 1 5-15M8-4H15L8 4H15"],
  Denial: ["blue", 2, "M-15 0A15 15 0 1 0 15 0 15 15 0 1 0-15 0M-10-10 10 10"],
  Thievery: ["blue", 3, "M-17-4C-9-9 9-9 17-4 16 8 6 9 0 3-6 9-16 8-17-4M-10-1H-5M5-1H10"],
  Swindle: ["blue", 3, "M-14-8 0-14 8 6-6 12zM3-13H15V9H9"],
  "Another Day": ["green", 1, "M-16 11H16M-9 11A9 9 0 0 1 9 11M0-6V-14M-9-1-15-7M9-1 15-7"],
  Recycle: ["green", 1, "M-13 3A13 13 0 0 1 8-11M13-3A13 13 0 0 1-8 11M8-17V-11H2M-8 17V11H-2"],
  Longevity: ["green", 2, "M0 16V-2M0 4-8-3M0 8 8 1M-13-4A8 8 0 0 1-6-13 9 9 0 0 1 9-12 7 7 0 0 1 13-2C8 2-9 2-13-4z"],
  Sowing: ["green", 2, "M0 16V0M0 2C-2-8-10-10-15-9-14-1-8 4 0 2M0-2C1-11 8-15 14-14 14-6 9-1 0-2"],
  Salvage: ["green", 2, "M0-16V12M-6-9H6M-14 2C-13 11-6 14 0 14 6 14 13 11 14 2M-17 5-14 1-10 5M10 5 14 1 17 5"],
  Voyage: ["green", 3, "M-16 7H16L11 15H-11zM-1 7V-16L12 1H-1M-1-10-10 1H-1"],
  Jubilee: ["green", 3, "M-17-10C-8-3 8-3 17-10M-12-6-9 6-5-4M-3-4 0 9 4-4M6-4 9 6 13-7M-14 15H14"],
  Panic: ["red", 1, "M3-17-9 3H0L-4 17 10-4H1z"],
  Dwindle: ["red", 1, "M-15-11H15M-11-3H11M-7 5H7M-3 13H3"],
  Crisis: ["red", 2, "M-15-15H15V15H-15zM3-15-4-5 4 0-3 6 2 15"],
  Roulette: ["red", 2, "M-15 0A15 15 0 1 0 15 0 15 15 0 1 0-15 0M0-15V15M-13-7.5 13 7.5M-13 7.5 13-7.5"],
  "Hell's Heart": ["red", 2, "M0 16C-12 8-17 0-13-6-9-11-3-8 0-3 3-8 9-11 13-6 17 0 12 8 0 16M-3-9C-5-14 1-13 0-18 6-14 5-10 3-8"],
  Vengeance: ["red", 3, "M-14-15 9 8M14-15-9 8M5 12 13 4M-5 12-13 4M10 9 15 14M-10 9-15 14"],
  Spite: ["red", 3, "M0 17C-6 6-4-4 3-16M-2 9-12 6M-3 0-11-6M-1 3 10 0M0-5 9-11"],
  Embody: ["mosaic", 1, "M-5-11A5 5 0 1 0 5-11 5 5 0 1 0-5-11M-12 16C-12 2-6-3 0-3 6-3 12 2 12 16"],
  Mimic: ["mosaic", 1, "M-13-13C-5-9 5-9 13-13 15 2 9 14 0 16-9 14-15 2-13-13M-7-2H-3M3-2H7M-5 7C-2 10 2 10 5 7"],
};

/** What people call them. The English name is also the card's own, in engines and protocols. @type {Record<string, string>} */
const NAMES = {
  Transmigrate: t("Transmigrate"),
  Peek: t("Peek"),
  Destiny: t("Destiny"),
  "Stolen Dreams": t("Stolen Dreams"),
  Denial: t("Denial"),
  Thievery: t("Thievery"),
  Swindle: t("Swindle"),
  "Another Day": t("Another Day"),
  Recycle: t("Recycle"),
  Longevity: t("Longevity"),
  Sowing: t("Sowing"),
  Salvage: t("Salvage"),
  Voyage: t("Voyage"),
  Jubilee: t("Jubilee"),
  Panic: t("Panic"),
  Dwindle: t("Dwindle"),
  Crisis: t("Crisis"),
  Roulette: t("Roulette"),
  "Hell's Heart": t("Hell's Heart"),
  Vengeance: t("Vengeance"),
  Spite: t("Spite"),
  Embody: t("Embody"),
  Mimic: t("Mimic"),
};

/** @type {Record<string, string>} */
const COLOURS = { blue: t("blue"), green: t("green"), red: t("red"), mosaic: t("mosaic") };

/** The card's name alone. @param {string} name */
export const called = (name) => NAMES[name] ?? name;

/** @param {string} name @returns {Drawing[]} */
export function face(name) {
  const [colour, points, sign] = CARDS[name];
  const words = called(name).split(" ");
  const size = Math.max(...words.map((word) => word.length)) > 9 ? 8.2 : 9.4;
  const pearls = Array.from({ length: points }, (_, place) => /** @type {Drawing} */ (["circle", { class: "pearl", cx: -21 + place * 10.5, cy: -32.5, r: 3.7 }]));
  const bands = /** @type {Drawing[]} */ (
    colour === "mosaic"
      ? ["blue", "green", "red"].map((part, place) => ["rect", { class: `band-${part}`, x: -28 + place * 18.67, y: -40, width: 18.67, height: 15 }])
      : [["path", { class: `band-${colour}`, d: "M-28-25V-36A4 4 0 0 1-24-40H24A4 4 0 0 1 28-36V-25z" }]]
  );
  return [
    ...bands,
    ...pearls,
    ["path", { class: `sign sign-${colour}`, d: sign, transform: "translate(0 -2)" }],
    ...words.map((word, line) => /** @type {Drawing} */ (["text", { class: "title-short", x: 0, y: 39 - (words.length - 1 - line) * 13, "font-size": 14.7 }, shortened(word)])),
    ...words.map((word, line) => /** @type {Drawing} */ (["text", { class: "title", x: 0, y: 38 - (words.length - 1 - line) * 9.2 - (words.length === 1 ? 4 : 0), "font-size": size }, word])),
  ];
}

/** On the small cards of a phone seven letters can be read. @param {string} word */
const shortened = (word) => (word.length > 7 ? `${word.slice(0, 6)}.` : word);

/** @param {string} name */
export function nameOf(name) {
  const [colour, points] = CARDS[name];
  return plural("{name}, {colour}, {n} point", "{name}, {colour}, {n} points", points, { name: called(name), colour: COLOURS[colour] });
}

/** The best of red, green and blue, each with all mosaic Deeds. @param {string[]} deeds */
export function score(deeds) {
  /** @type {Record<string, number>} */ const sums = { blue: 0, green: 0, red: 0, mosaic: 0 };
  for (const name of deeds) sums[CARDS[name][0]] += CARDS[name][1];
  return Math.max(sums.blue, sums.green, sums.red) + sums.mosaic;
}
