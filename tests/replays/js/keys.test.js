import assert from "node:assert/strict";
import test from "node:test";

import { actionOf } from "../static/js/replay/keys.js";

const press = (key, more = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("keys stand for actions", () => {
  const expected = { " ": "toggle", ArrowRight: "next", Home: "first", "?": "help", F: "fullscreen", 3: "as-3", a: "as-all" };
  for (const [key, action] of Object.entries(expected)) assert.equal(actionOf(press(key), "BODY "), action);
  assert.equal(actionOf(press("ArrowLeft", { shiftKey: true }), "BODY "), "turn-back");
  assert.equal(actionOf(press("q"), "BODY "), null);
});

test("the browser's own shortcuts are left alone", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"]) assert.equal(actionOf(press("c", { [held]: true }), "BODY "), null);
});

test("fields keep their keys, and a focused button its space bar", () => {
  assert.equal(actionOf(press("ArrowRight"), "SELECT "), null);
  assert.equal(actionOf(press("k"), "INPUT text"), null);
  assert.equal(actionOf(press("ArrowRight"), "INPUT range"), "next");
  assert.equal(actionOf(press(" "), "BUTTON "), null);
  assert.equal(actionOf(press("ArrowRight"), "BUTTON "), "next");
});
