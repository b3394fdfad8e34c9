import assert from "node:assert/strict";
import test from "node:test";

import { film, moments, naming, neighbour, patched, stepInHash, turns } from "../static/js/replay/film.js";

const step = (...events) => ({ view: {}, open: null, events, next: null });

test("a change of one seat leaves the other seats as they are", () => {
  const before = { turn: 1, seats: [{ hand: 3, up: [] }, { hand: 3, up: ["9"] }] };
  const after = patched(before, { turn: 2, seats: { 1: { hand: 2 } } });
  assert.deepEqual(after, { turn: 2, seats: [{ hand: 3, up: [] }, { hand: 2, up: ["9"] }] });
  assert.equal(after.seats[0], before.seats[0]);
  assert.equal(before.seats[1].hand, 3);
});

test("a whole list of seats replaces the old one", () => {
  assert.deepEqual(patched({ seats: [1] }, { seats: [{ hand: 1 }] }).seats, [{ hand: 1 }]);
});

test("a film puts views and open cards together step by step", () => {
  const found = film({
    game: "karma",
    steps: [
      { view: { turn: 1, pile: [] }, open: { draw: ["3", "4"] }, events: [], next: { seat: 0, decision: "MAIN" } },
      { view: { pile: ["3"] }, open: {}, events: [{ type: "play" }] },
    ],
  });
  assert.deepEqual(found.steps[1], { view: { turn: 1, pile: ["3"] }, open: { draw: ["3", "4"] }, events: [{ type: "play" }], next: null });
});

test("turns begin at the start and wherever an event says so", () => {
  const steps = [step(), step({ type: "play" }), step({ type: "turn" }), step({ type: "turn" }, { type: "turn" })];
  assert.deepEqual(turns(steps), [0, 2, 3]);
});

test("the neighbour of a place is the next one, or the end of the film", () => {
  assert.equal(neighbour([0, 4, 9], 4, 1, 20), 9);
  assert.equal(neighbour([0, 4, 9], 4, -1, 20), 0);
  assert.equal(neighbour([0, 4, 9], 9, 1, 20), 20);
  assert.equal(neighbour([], 3, -1, 20), 0);
});

test("moments are in order, and a fault is one of them", () => {
  const table = { mark: (event) => (event.type === "clear" ? { kind: "clear", label: "cleared" } : null) };
  const shown = { steps: [step(), step(), step({ type: "clear" })], faults: [{ seat: 1, kind: "timeout", after: 1 }] };
  const found = moments(shown, table, (seat) => `bot ${seat}`);
  assert.deepEqual(found.map(({ kind, at }) => [kind, at]), [["fault", 1], ["clear", 2]]);
  assert.match(found[0].label, /bot 1 fails \(timeout\)/);
});

test("bots that sit at the table twice are told apart", () => {
  const who = naming([{ name: "owl" }, { name: "fox" }, { name: "owl" }]);
  assert.deepEqual([0, 1, 2].map(who), ["owl (seat 0)", "fox", "owl (seat 2)"]);
});

test("an address names a decision, and nonsense names none", () => {
  assert.equal(stepInHash("#d=57", 100), 57);
  assert.equal(stepInHash("#d=570", 100), 100);
  for (const hash of ["", "#d=", "#d=-1", "#d=1e3", "#main", "#d=99999999"]) assert.equal(stepInHash(hash, 100), null);
});
