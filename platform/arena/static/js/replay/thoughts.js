// What the seat that decides next could do, what it chose, its clock and, for its owner, its log: for perspectives that
// may know.

import { number, t } from "../words.js";
import { asked } from "./film.js";
import { nextFrame } from "./frame.js";

/** @import {Decision, Step, Table} from "./types.js" */

/** @typedef {Record<string, Record<string, string>>} Logs by seat and number of the seat's decision */

/** @param {HTMLElement} panel @param {Step} step @param {Table} table @param {(seat: number) => string} who @param {Logs} logs */
export function showThoughts(panel, step, table, who, logs) {
  const { next } = step;
  const list = panel.querySelector("ol");
  const head = panel.querySelector("[data-decision]");
  if (!list || !head) return;
  panel.hidden = !next?.legal;
  if (!next?.legal) return;
  head.textContent = `${asked(who(next.seat), next.decision, table)}. ${clock(next)}`;
  list.replaceChildren(...options(next, (name) => table.option?.(name, step.view, who) ?? name));
  const mark = /** @type {HTMLElement | null} */ (list.querySelector(".is-chosen"));
  nextFrame("thoughts", () => (list.scrollTop = mark ? mark.offsetTop - list.offsetTop - list.clientHeight / 2 : 0));
  const log = /** @type {HTMLElement | null} */ (panel.querySelector("[data-lines]"));
  if (log) showLog(log, logs[next.seat]?.[next.number]);
}

/** @param {Decision} next */
export function clock({ ms = 0, clock: left }) {
  const took = number(ms, ms < 10 ? 1 : 0);
  if (!left) return t("Took {took} ms.", { took });
  return t("Took {took} ms of {allowed}; {bank} s in the bank.", { took, allowed: left.decision_ms, bank: number(left.bank_ms / 1000, 1) });
}

/** @param {Decision} next @param {(name: string) => string} plain */
function options({ legal = [], action, legal_count: count = 0 }, plain) {
  const shown = legal.map((name) => option(plain(name), name === action));
  if (action && !legal.includes(action)) shown.push(option(plain(action), true));
  if (count > legal.length) shown.push(option(t("and {n} more", { n: count - legal.length }), false));
  return shown;
}

/** @param {HTMLElement} place @param {string | undefined} words */
function showLog(place, words) {
  place.hidden = !words;
  place.textContent = words ?? "";
}

/** @param {string} name @param {boolean} isChosen */
function option(name, isChosen) {
  const item = document.createElement("li");
  item.textContent = name;
  if (isChosen) {
    item.className = "is-chosen";
    const note = document.createElement("span");
    note.className = "visually-hidden";
    note.textContent = t(" (chosen)");
    item.append(note);
  }
  return item;
}
