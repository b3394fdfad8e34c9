// From the server's frames to a film: views put together from their differences, turns and important moments found.

import { listed, t } from "../words.js";

/** @import {Film, Mark, SeatName, Step, Table, View} from "./types.js" */

/**
 * A view after a change. Parts that did not change are shared, so a film of a thousand steps stays small.
 * @param {View} before
 * @param {View} change
 * @returns {View}
 */
export function patched(before, change) {
  const after = { ...before, ...change };
  // A list is the whole list; an object names the seats that changed.
  if (change.seats && !Array.isArray(change.seats)) {
    after.seats = before.seats.map((/** @type {View} */ seat, /** @type {number} */ number) =>
      change.seats[number] ? { ...seat, ...change.seats[number] } : seat,
    );
  }
  return after;
}

/**
 * @param {any} frames the server's answer
 * @returns {Film}
 */
export function film(frames) {
  /** @type {View} */ let view = {};
  /** @type {View | null} */ let open = null;
  /** @type {Record<number, number>} */ const asked = {};
  const steps = frames.steps.map((/** @type {any} */ told) => {
    view = patched(view, told.view);
    if (told.open) open = patched(open ?? {}, told.open);
    const seat = told.next?.seat;
    if (told.next) asked[seat] = (asked[seat] ?? 0) + 1;
    return { view, open, events: told.events, next: told.next ? { ...told.next, number: asked[seat] } : null };
  });
  return { ...frames, tints: teamTints(frames.sides ?? []), steps };
}

/**
 * Steps in which a turn begins, the first one included.
 * @param {Step[]} steps
 */
export function turns(steps) {
  const found = steps.flatMap((step, at) => (step.events.some((event) => event.type === "turn") ? [at] : []));
  return found[0] === 0 ? found : [0, ...found];
}

/**
 * The nearest member of a sorted list in a direction, or the end of the film.
 * @param {number[]} sorted
 * @param {number} at
 * @param {1 | -1} direction
 * @param {number} last
 */
export function neighbour(sorted, at, direction, last) {
  const found = direction > 0 ? sorted.find((each) => each > at) : sorted.findLast((each) => each < at);
  return found ?? (direction > 0 ? last : 0);
}

/**
 * Important moments, each with its step.
 * @param {Film} shown
 * @param {Table} table
 * @param {(seat: number) => string} who
 * @returns {(Mark & {at: number})[]}
 */
export function moments(shown, table, who) {
  const found = shown.steps.flatMap((step, at) =>
    step.events.flatMap((event) => {
      const mark = table.mark(event, who);
      return mark ? [{ ...mark, at }] : [];
    }),
  );
  const faults = shown.faults.map((fault) => ({
    kind: "fault",
    label: t("{name} fails ({kind}); a house bot plays on", { name: who(fault.seat), kind: fault.kind }),
    at: Math.min(fault.after, shown.steps.length - 1),
  }));
  return [...found, ...faults].sort((one, other) => one.at - other.at);
}

/**
 * What happened in a step, in sentences.
 * @param {Step} step
 * @param {Table} table
 * @param {(seat: number) => string} who
 */
export function sentences(step, table, who) {
  return step.events.map((event) => table.tell(event, who)).filter(Boolean);
}

/**
 * The whole film in sentences, some for every step. A choice that left no trace is told as what it was.
 * @param {Film} shown
 * @param {Table} table
 * @param {(seat: number) => string} who
 * @returns {string[][]}
 */
export function story(shown, table, who) {
  return shown.steps.map((step, at) => {
    const events = step.open ? step.events.filter(({ type }) => !table.dealing.includes(type)) : step.events;
    const told = sentences({ ...step, events }, table, who);
    if (told.length) return told;
    const made = shown.steps[at - 1]?.next;
    if (!made) return [t("The game begins.")];
    return [made.action ? `${who(made.seat)}: ${table.option?.(made.action, shown.steps[at - 1].view, who) ?? made.action}.` : t("{name} chooses in secret.", { name: who(made.seat) })];
  });
}

/**
 * Who has to do what now, or who has won.
 * @param {Film} shown
 * @param {number} at
 * @param {Table} table
 * @param {(seat: number) => string} who
 */
export function outlook(shown, at, table, who) {
  const { next } = shown.steps[at];
  if (next) return asked(who(next.seat), next.decision, table);
  return result(shown, who);
}

/** "Fox to play a card". @param {string} name @param {string} decision @param {Table} table */
export const asked = (name, decision, table) => t("{name} to {task}", { name, task: table.asks[decision] ?? t("decide") });

/** "Fox wins." @param {Film} shown @param {(seat: number) => string} who */
export function result(shown, who) {
  const plain = shown.sides.map((side) => [...new Set(side.map((seat) => shown.seats[seat].name))]);
  // The plain names, unless the same one sits on another side too.
  const isPlain = new Set(plain.flat()).size === plain.flat().length;
  const names = (/** @type {number} */ side) => (isPlain ? plain[side] : shown.sides[side].map(who));
  const first = shown.ranks.flatMap((rank, side) => (rank === 1 ? [side] : []));
  if (!first.length) return t("The game is over");
  if (first.length === shown.ranks.length) return t("A draw");
  const losers = shown.ranks.flatMap((rank, side) => (rank === 1 ? [] : [side]));
  if (first.length > 1 && losers.length === 1) return lost(names(losers[0]));
  if (first.length === 1) return won(names(first[0]));
  return t("{names} win", { names: first.map((side) => listed(names(side))).join(", ") });
}

/** @param {string[]} names */
const won = (names) => (names.length === 1 ? t("{name} wins", { name: names[0] }) : t("{names} win", { names: listed(names) }));

/** @param {string[]} names */
const lost = (names) => (names.length === 1 ? t("{name} loses", { name: names[0] }) : t("{names} lose", { names: listed(names) }));

/**
 * Names of the seats; who sits at the table more than once is told apart by the seat.
 * @param {SeatName[]} seats
 * @returns {(seat: number) => string}
 */
export function naming(seats) {
  const names = seats.map(({ name }) => name);
  return (seat) => {
    const name = names[seat] ?? "";
    const isAlone = name && names.indexOf(name) === names.lastIndexOf(name);
    return isAlone ? name : t("{name} (seat {seat})", { name, seat }).trim();
  };
}

/**
 * Colours of the seats where sides play together: one for each side. Elsewhere everybody plays alone, and none is needed.
 * @param {number[][]} sides
 * @returns {number[] | undefined} by seat
 */
export function teamTints(sides) {
  if (sides.every((side) => side.length === 1)) return undefined;
  /** @type {number[]} */ const tints = [];
  sides.forEach((side, number) => side.forEach((seat) => (tints[seat] = number)));
  return tints;
}

/** Reads `#d=57` and `#end`. @param {string} hash @param {number} last */
export function stepInHash(hash, last) {
  if (hash === "#end") return last;
  const found = /^#d=(\d{1,6})$/.exec(hash);
  return found ? Math.min(Number(found[1]), last) : null;
}
