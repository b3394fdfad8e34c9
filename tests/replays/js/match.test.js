import assert from "node:assert/strict";
import test from "node:test";

import { freshened, matched } from "../static/js/replay/match.js";

const card = (zone, face) => ({ zone, face, x: 0, y: 0 });

test("what lies still stays itself", () => {
  const before = [card("hand-0", "3"), card("hand-0", "9")];
  assert.deepEqual(matched(before, [card("hand-0", "9"), card("hand-0", "3")], []), [1, 0]);
});

test("a card with a face is found again in another place", () => {
  const before = [card("up-1", "7"), card("hand-0", "3")];
  assert.deepEqual(matched(before, [card("pile", "3"), card("up-1", "7")], []), [1, 0]);
});

test("a hidden card that is played and replaced comes from the hand, the new one from the draw pile", () => {
  const before = [card("hand-0", null), card("hand-0", null), card("draw", null)];
  const after = [card("hand-0", null), card("hand-0", null), card("pile", "5")];
  const moves = [{ from: "hand-0", to: "pile", face: "5" }, { from: "draw", to: "hand-0", face: null }];
  assert.deepEqual(matched(before, after, moves), [2, 0, 1]);
});

test("a move whose card is not on the table changes nothing", () => {
  assert.deepEqual(matched([card("draw", null)], [card("draw", null)], [{ from: "pile", to: "hand-1", face: "4" }]), [0]);
});

test("no old card becomes two new ones, and what is new comes from nowhere", () => {
  const found = matched([card("hand-0", "3")], [card("pile", "3"), card("pile", "3")], []);
  assert.deepEqual(found, [0, -1]);
});

test("cards that have just arrived are marked, the top one of equals", () => {
  const cards = [card("pile", "7"), card("pile", "7"), card("hand-0", null), card("hand-0", "3")];
  const fresh = freshened(cards, [
    { from: "hand-1", to: "pile", face: "7" },
    { from: "draw", to: "hand-0", face: null },
  ]);
  assert.deepEqual(fresh.map((each) => Boolean(each.fresh)), [false, true, true, false]);
});

test("a card that went on is marked only where it lies", () => {
  const cards = [card("hand-0", "7")];
  const fresh = freshened(cards, [
    { from: "hand-1", to: "pile", face: "7" },
    { from: "pile", to: "hand-0", face: "7" },
  ]);
  assert.deepEqual(fresh.map((each) => Boolean(each.fresh)), [true]);
});
