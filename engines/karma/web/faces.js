// Our own faces for the cards of Karma: a rosette with as many petals as the number, and four signs for Karma cards.

import { t } from "../../js/words.js";

/** @import {Drawing} from "../../js/replay/types.js" */

/** @type {Record<string, {name: string, sign: Drawing[]}>} */
const SIGNS = {
  T: {
    name: t("Play a Table Card"),
    sign: [
      ["path", { class: "ink-line", d: "M-17 21H17M-12 21V29M12 21V29" }],
      ["rect", { class: "ink-soft", x: -9, y: -11, width: 18, height: 24, rx: 2.5 }],
      ["path", { class: "ink-line", d: "M0-7V7M-5 2 0 7 5 2" }],
    ],
  },
  B: {
    name: t("Bottoms Up"),
    sign: [
      ["path", { class: "ink-line", d: "M-13 20V-2M-18 4-13-3-8 4" }],
      ["rect", { class: "ink-soft", x: -5, y: 15, width: 22, height: 8, rx: 2 }],
      ["rect", { class: "ink-soft", x: -5, y: 4, width: 22, height: 8, rx: 2 }],
      ["rect", { class: "ink-fill", x: -5, y: -7, width: 22, height: 8, rx: 2 }],
    ],
  },
  F: {
    name: t("Five or Below"),
    sign: [
      ["path", { class: "ink-line", d: "M-18-4H18M-12 3 0 12 12 3" }],
      ...[-14, -7, 0, 7, 14].map((x) => /** @type {Drawing} */ (["circle", { class: "ink-fill", cx: x, cy: 23, r: 2.9 }])),
    ],
  },
  G: {
    name: t("Give the Pile to a Friend"),
    sign: [
      ["rect", { class: "ink-soft", x: -15, y: 4, width: 30, height: 23, rx: 3 }],
      ["path", { class: "ink-line", d: "M-18 4H18M0 4V27M0 4C-12-1-13-14-5-13 0-12 0-3 0 4 0-3 0-12 5-13 13-14 12-1 0 4" }],
    ],
  },
};

/** @param {string} face @returns {Drawing[]} */
export function face(face) {
  const special = SIGNS[face];
  /** @type {Drawing} */
  const index = ["text", { class: `index${special ? " ink-karma" : ""}`, x: -24, y: -18, "font-size": face.length > 1 ? 25 : 28 }, face];
  const stripe = /** @type {Drawing[]} */ (special ? [["rect", { class: "band-karma", x: 24, y: -36, width: 3, height: 72, rx: 1.5 }]] : []);
  return [...stripe, index, ...(special ? special.sign : rosette(Number(face)))];
}

/** @param {number} petals @returns {Drawing[]} */
function rosette(petals) {
  // Low cards are cool, high ones hot: the colour tells the order before the number is read.
  const heat = `heat-${Math.min(4, Math.ceil(petals / 4))}`;
  const inner = petals === 1 ? 0 : 4.5;
  const width = Math.min(5.2, 26 / petals + 1.1);
  const blades = Array.from({ length: petals }, (_, place) => {
    const turn = (360 / petals) * place;
    return /** @type {Drawing} */ ([
      "path",
      { class: heat, d: `M0-${inner}C${width}-${inner + 5} ${width}-14 0-18C-${width}-14-${width}-${inner + 5} 0-${inner}z`, transform: `translate(0 14) rotate(${turn})` },
    ]);
  });
  return [["circle", { class: "ring", cx: 0, cy: 14, r: 21 }], ...blades, ["circle", { class: heat, cx: 0, cy: 14, r: 2.6 }]];
}

/** @param {string} face */
export const nameOf = (face) => SIGNS[face]?.name ?? face;
