// Our own faces for Diamoniak. The six parts of a colour, laid side by side, make one castle:
// walls and a gate below, two towers and the keep above.

import { t } from "../../js/words.js";

/** @import {Drawing} from "../../js/replay/types.js" */

/** Of the style sheet. */
const COLOURS = { R: "red", B: "blue", Y: "yellow", G: "green" };

/** Colours of castles. @type {Record<string, string>} */
const CASTLES = { R: t("red"), B: t("blue"), Y: t("yellow"), G: t("green") };

/** Every card by its name: in many languages a colour takes another ending with every part. @type {Record<string, string>} */
const NAMES = {
  D: t("diamond"),
  F: t("fairy"),
  W: t("witch"),
  R1: t("red west wall"),
  R2: t("red gate"),
  R3: t("red east wall"),
  R4: t("red west tower"),
  R5: t("red keep"),
  R6: t("red east tower"),
  B1: t("blue west wall"),
  B2: t("blue gate"),
  B3: t("blue east wall"),
  B4: t("blue west tower"),
  B5: t("blue keep"),
  B6: t("blue east tower"),
  Y1: t("yellow west wall"),
  Y2: t("yellow gate"),
  Y3: t("yellow east wall"),
  Y4: t("yellow west tower"),
  Y5: t("yellow keep"),
  Y6: t("yellow east tower"),
  G1: t("green west wall"),
  G2: t("green gate"),
  G3: t("green east wall"),
  G4: t("green west tower"),
  G5: t("green keep"),
  G6: t("green east tower"),
};

/** @type {Record<number, string[]>} masonry and, from the second path on, openings */
const MASONRY = {
  1: ["M-24 40V-8H-16V-16H-6V-8H4V-16H14V-8H30V40z", "M-12 14V4A5 5 0 0 1-2 4V14z"],
  2: ["M-30 40V-8H-22V-16H-12V-8H-5V-16H5V-8H12V-16H22V-8H30V40z", "M-13 40V16A13 13 0 0 1 13 16V40z"],
  3: ["M24 40V-8H16V-16H6V-8H-4V-16H-14V-8H-30V40z", "M12 14V4A5 5 0 0 0 2 4V14z"],
  4: ["M-16 42V-2H-22V-14H-14V-8H-6V-14H2V-8H10V-14H18V-2H12V42zM-18-16-2-34 14-16z", "M-7 20V9A5 5 0 0 1 3 9V20z"],
  5: ["M-18 42V0H-24V-12H-15V-6H-5V-12H5V-6H15V-12H24V0H18V42zM0-12V-36L14-30 0-24", "M-10 24V11A4 4 0 0 1-2 11V24zM2 24V11A4 4 0 0 1 10 11V24z"],
  6: ["M16 42V-2H22V-14H14V-8H6V-14H-2V-8H-10V-14H-18V-2H-12V42zM18-16 2-34-14-16z", "M7 20V9A5 5 0 0 0-3 9V20z"],
};

/** @param {string} name @returns {Drawing[]} */
export function face(name) {
  if (name === "D") {
    return [
      ["path", { class: "gem", d: "M-20-4-11-17H11L20-4 0 25z" }],
      ["path", { class: "facet", d: "M-20-4H20M-11-17-6-4 0 25 6-4 11-17M-6-4 0-17 6-4" }],
    ];
  }
  if (name === "F") {
    return [
      ["path", { class: "wing", d: "M-2 2C-18-22-30-8-22 2-30 8-18 24-3 8zM2 2C18-22 30-8 22 2 30 8 18 24 3 8z" }],
      ["circle", { class: "fairy", cx: 0, cy: -13, r: 5.5 }],
      ["path", { class: "fairy", d: "M0-8 8 26H-8z" }],
      ["path", { class: "spark", d: "M17-30 19-24 25-22 19-20 17-14 15-20 9-22 15-24z" }],
    ];
  }
  if (name === "W") {
    return [
      ["path", { class: "witch", d: "M-26 8C-14 2 14 2 26 8 16 14-16 14-26 8zM-13 5 2-34C6-28 4-24 10-20 6-18 7-14 13 5z" }],
      ["path", { class: "hatband", d: "M-12 1C-4-2 4-2 12 1L11-4C4-7-4-7-10.5-4z" }],
      ["circle", { class: "eye", cx: -7, cy: 21, r: 3 }],
      ["circle", { class: "eye", cx: 7, cy: 21, r: 3 }],
      ["path", { class: "grin", d: "M-10 30 -5 33 0 30 5 33 10 30" }],
    ];
  }
  const colour = COLOURS[/** @type {keyof typeof COLOURS} */ (name[0])];
  const [stone, ...openings] = MASONRY[Number(name[1])];
  return [
    ["rect", { class: `sky sky-${colour}`, x: -30, y: -42, width: 60, height: 84, rx: 6 }],
    ["path", { class: `stone stone-${colour}`, d: stone }],
    ...openings.map((d) => /** @type {Drawing} */ (["path", { class: "opening", d }])),
    ["text", { class: "part", x: -26, y: -25, "font-size": 17 }, name[1]],
  ];
}

/** @param {string} name */
export const nameOf = (name) => NAMES[name] ?? name;

/** @param {string} letter */
export const castle = (letter) => CASTLES[letter] ?? letter;
