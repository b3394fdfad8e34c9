// What scripts say, in the language of the page.
import assert from "node:assert/strict";
import test from "node:test";

import { learn, listed, plural, t } from "../static/js/words.js";

const SLOVAK = "2011122222".padEnd(200, "2");

test("without other words everything is said in English", () => {
  assert.equal(t("{name} wins", { name: "Fox" }), "Fox wins");
  assert.deepEqual([0, 1, 2].map((n) => plural("{n} card", "{n} cards", n)), ["0 cards", "1 card", "2 cards"]);
  assert.equal(listed(["a"]), "a");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
});

test("what is filled in is never read as a text of ours", () => {
  assert.equal(t("{name} beats {other}", { name: "{other}", other: "$& Fox" }), "{other} beats $& Fox");
  assert.equal(t("{toString}"), "{toString}");
});

test("a page's words go before English, with as many plurals as its language has", () => {
  learn({ forms: SLOVAK, texts: { "{name} wins": "Víťazí {name}", "{n} card": ["{n} karta", "{n} karty", "{n} kariet"] } });
  assert.equal(t("{name} wins", { name: "Fox" }), "Víťazí Fox");
  assert.deepEqual([1, 2, 5, 102, 1002].map((n) => plural("{n} card", "{n} cards", n)), ["1 karta", "2 karty", "5 kariet", "102 kariet", "1002 kariet"]);
  assert.equal(t("not translated"), "not translated");
});

test("later words go before earlier ones: a game's before the arena's", () => {
  learn({ forms: "", texts: { "{name} wins": "{name} má hrad" } });
  assert.equal(t("{name} wins", { name: "Fox" }), "Fox má hrad");
  assert.equal(plural("{n} card", "{n} cards", 2), "2 karty");
});
