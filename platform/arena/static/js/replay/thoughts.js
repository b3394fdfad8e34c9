// What the seat that decides next could do, what it chose, its clock and, for its owner, its log: for perspectives that
// may know.

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
  head.textContent = `${who(next.seat)} to ${table.asks[next.decision] ?? "decide"}. ${clock(next)}`;
  list.replaceChildren(...options(next, (name) => table.option?.(name, step.view, who) ?? name));
  const mark = /** @type {HTMLElement | null} */ (list.querySelector(".is-chosen"));
  nextFrame("thoughts", () => (list.scrollTop = mark ? mark.offsetTop - list.offsetTop - list.clientHeight / 2 : 0));
  const log = /** @type {HTMLElement | null} */ (panel.querySelector("[data-lines]"));
  if (log) showLog(log, logs[next.seat]?.[next.number]);
}

/** @param {Decision} next */
export function clock({ ms = 0, clock: left }) {
  const took = `Took ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return left ? `${took} of ${left.decision_ms}; ${(left.bank_ms / 1000).toFixed(1)} s in the bank.` : `${took}.`;
}

/** @param {Decision} next @param {(name: string) => string} plain */
function options({ legal = [], action, legal_count: count = 0 }, plain) {
  const shown = legal.map((name) => option(plain(name), name === action));
  if (action && !legal.includes(action)) shown.push(option(plain(action), true));
  if (count > legal.length) shown.push(option(`and ${count - legal.length} more`, false));
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
    note.textContent = " (chosen)";
    item.append(note);
  }
  return item;
}
