import assert from "node:assert/strict";
import test from "node:test";

import { film, moments, naming, neighbour, outlook, patched, result, stepInHash, story, teamTints, turns } from "../static/js/replay/film.js";

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

const told = { tell: (event) => event.words ?? "", asks: { MAIN: "play" }, dealing: ["deal"] };
const who = (seat) => `bot ${seat}`;
const players = (...names) => ({ seats: names.map((name) => ({ name })) });
const made = (seat, action) => ({ view: {}, open: null, events: [], next: { seat, decision: "MAIN", number: 1, ...(action ? { action } : {}) } });

test("the story tells a choice that left no trace, and its content only to those who may know", () => {
  const open = story({ steps: [made(1, "choose 3 4 5"), step()] }, told, who);
  assert.deepEqual(open, [["The game begins."], ["bot 1: choose 3 4 5."]]);
  assert.deepEqual(story({ steps: [made(1), step()] }, told, who)[1], ["bot 1 chooses in secret."]);
});

test("where all cards can be seen, dealing is not told", () => {
  const events = [{ type: "deal", words: "9 cards." }, { type: "start", words: "Off." }];
  assert.deepEqual(story({ steps: [{ ...step(...events), open: {} }] }, told, who), [["Off."]]);
  assert.deepEqual(story({ steps: [step(...events)] }, told, who), [["9 cards.", "Off."]]);
});

test("the outlook names who has to do what, and at the end who has won", () => {
  const shown = { steps: [made(1), step()], ...players("owl", "fox"), sides: [[0], [1]], ranks: [2, 1] };
  assert.equal(outlook(shown, 0, told, who), "bot 1 to play");
  assert.equal(outlook(shown, 1, told, who), "fox wins");
});

test("a result names one winner, one loser, a team or a draw", () => {
  const three = { ...players("owl", "fox", "cat"), sides: [[0], [1], [2]] };
  assert.equal(result({ ...three, ranks: [1, 1, 3] }, who), "cat loses");
  assert.equal(result({ ...three, ranks: [1, 1, 1] }, who), "A draw");
  assert.equal(result({ ...three, ranks: [3, 1, 2] }, who), "fox wins");
  const sides = [[0, 2], [1, 3]];
  assert.equal(result({ ...players("owl", "fox", "cat", "dog"), sides, ranks: [1, 2] }, who), "owl and cat win");
  assert.equal(result({ ...players("owl", "fox", "owl", "fox"), sides, ranks: [1, 2] }, who), "owl wins");
  const four = { ...players("owl", "fox", "owl", "fox"), sides: [[0], [1], [2], [3]] };
  assert.equal(result({ ...four, ranks: [1, 1, 3, 4] }, who), "bot 0, bot 1 win");
});

test("decisions are numbered for each seat", () => {
  const next = (seat) => ({ view: {}, events: [], next: { seat, decision: "MAIN" } });
  const found = film({ steps: [next(0), next(1), next(0), { view: {}, events: [] }] });
  assert.deepEqual(found.steps.map((each) => each.next?.number), [1, 1, 2, undefined]);
});

test("sides that play together have a colour each, and those who play alone none", () => {
  assert.equal(teamTints([[0], [1], [2]]), undefined);
  assert.deepEqual(teamTints([[0, 2], [1, 3]]), [0, 1, 0, 1]);
  assert.deepEqual(teamTints([[3], [0, 1, 2]]), [1, 1, 1, 0]);
});
