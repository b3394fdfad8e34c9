import assert from "node:assert/strict";
import test from "node:test";

import { Ending } from "../static/js/replay/ending.js";
import { places } from "../static/js/replay/same-deal.js";

const step = (...types) => ({ view: {}, open: null, events: types.map((type) => ({ type })), next: null });

test("tables meet at the deal, after every turn and at the end", () => {
  assert.deepEqual(places({ steps: [step(), step("play"), step("turn"), step("play"), step("turn"), step("over")] }), [0, 2, 4, 5]);
  assert.deepEqual(places({ steps: [step("turn"), step("play"), step("turn")] }), [0, 2]);
});

test("a game without turns is followed decision by decision", () => {
  assert.deepEqual(places({ steps: [step(), step("play"), step("over")] }), [0, 1, 2]);
});

const card = () => ({ hidden: true, title: { textContent: "" }, querySelector() { return this.title; } });

test("the card comes with the last step, and goes with it", () => {
  const shown = card();
  const ending = new Ending(shown);
  ending.follow(false, "Fox wins");
  assert.equal(shown.hidden, true);
  ending.follow(true, "Fox wins");
  assert.deepEqual([shown.hidden, shown.title.textContent], [false, "Fox wins"]);
  ending.follow(false, "Fox wins");
  assert.equal(shown.hidden, true);
});

test("a card that was closed stays away until the end comes once more", () => {
  const shown = card();
  const ending = new Ending(shown);
  ending.follow(true, "A draw");
  ending.close();
  ending.follow(true, "A draw");
  assert.equal(shown.hidden, true);
  ending.follow(false, "A draw");
  ending.follow(true, "A draw");
  assert.equal(shown.hidden, false);
});
