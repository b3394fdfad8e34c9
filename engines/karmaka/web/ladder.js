// The karmic ladder: five rungs that rise, and a token for every seat.

import { t } from "../../js/words.js";
import { text, tinted } from "../../js/replay/geometry.js";

/** @import {Thing, View} from "../../js/replay/types.js" */

export const LEVELS = [t("Dung Beetle"), t("Snake"), t("Wolf"), t("Ape"), t("Transcendence")];
/** As short as a rung is narrow. */
const RUNGS = [t("Beetle"), t("Snake"), t("Wolf"), t("Ape"), t("Transcend")];
const NEEDED = [4, 5, 6, 7];

/**
 * @param {View[]} seats
 * @param {{x: number, y: number, width: number, height: number}} room
 * @param {number} size of the words
 * @param {number[]} [tints] colours of the seats, where sides play together
 * @returns {Thing[]}
 */
export function ladder(seats, room, size, tints) {
  const step = room.width / LEVELS.length;
  const rise = (room.height - size * 3.4) / LEVELS.length;
  const top = (/** @type {number} */ level) => room.y + room.height - size * 1.6 - rise * (level + 0.4);
  /** @type {Thing[]} */
  const things = [];
  RUNGS.forEach((name, level) => {
    const x = room.x + level * step;
    const base = room.y + room.height;
    things.push(
      { key: `rung-${level}`, tag: "rect", cls: `rung${level === 4 ? " rung-last" : ""}`, attrs: { x: x + 1.5, y: top(level), width: step - 3, height: base - top(level), rx: 4 } },
      text(`rung-name-${level}`, x + step / 2, base - size * 1.75, name, size, `rung-name${level === 4 ? " is-last" : ""}`),
      text(`rung-need-${level}`, x + step / 2, base - size * 0.7, level === 4 ? t("wins") : t("{n} to leave", { n: NEEDED[level] }), Math.max(9.4, size * 0.82), `rung-need${level === 4 ? " is-last" : ""}`),
    );
  });
  const radius = Math.min(step / 4.4, size * 0.95);
  seats.forEach((seat, number) => {
    const fellows = seats.flatMap((other, at) => (other.level === seat.level ? [at] : []));
    const shift = (fellows.indexOf(number) - (fellows.length - 1) / 2) * Math.min(radius * 2.1, (step - 2 * radius) / Math.max(1, fellows.length - 1));
    const x = room.x + (seat.level + 0.5) * step + shift;
    const y = top(seat.level) - radius - 1.5;
    things.push(
      { key: `token-${number}`, tag: "circle", cls: `token${tinted(tints?.[number])}`, at: [x, y], attrs: { r: radius } },
      { ...text(`token-number-${number}`, 0, 0, String(number), radius * 1.25, `token-number${tinted(tints?.[number])}`), at: [x, y] },
    );
  });
  return things;
}

/** "needs 5": points that the present life must bring. @param {number} level @param {number} score */
export function progress(level, score) {
  return level < NEEDED.length ? t("{score} of {needed}", { score, needed: NEEDED[level] }) : t("free");
}
