// What the seat that decides next could do, and what it chose: for perspectives that may know.

/** @import {Step} from "./types.js" */

/** @param {HTMLElement} panel @param {Step} step @param {(seat: number) => string} who */
export function showThoughts(panel, step, who) {
  const { next } = step;
  const list = panel.querySelector("ol");
  const head = panel.querySelector("[data-decision]");
  if (!list || !head) return;
  panel.hidden = !next?.legal;
  if (!next?.legal) return;
  head.textContent = `${who(next.seat)} decides (${next.decision}): ${next.ms} ms`;
  const chosen = next.action;
  const shown = next.legal.map((name) => option(name, name === chosen));
  if (chosen && !next.legal.includes(chosen)) shown.push(option(chosen, true));
  const more = (next.legal_count ?? 0) - next.legal.length;
  if (more > 0) shown.push(option(`and ${more} more`, false));
  list.replaceChildren(...shown);
  const mark = /** @type {HTMLElement | null} */ (list.querySelector(".is-chosen"));
  list.scrollTop = mark ? mark.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
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
