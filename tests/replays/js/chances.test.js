import assert from "node:assert/strict";
import test from "node:test";

import { bands, stacked, turningPoint } from "../static/js/replay/chances.js";

test("chances of two sides are stacked as they are", () => {
  assert.deepEqual(stacked([[0.7, 0.3]], true), [[0.7, 0.3]]);
});

test("where the last of many loses, chances to lose add up to one and are stacked", () => {
  const [row] = stacked([[1, 0.5, 0.5]], true);
  assert.deepEqual(row, [0, 0.5, 0.5]);
  assert.deepEqual(stacked([[0.2, 0.5, 0.3]], false), [[0.2, 0.5, 0.3]]);
});

test("each side's band lies on the one below it and the last one ends at the top", () => {
  const [lower, upper] = bands([[0.25, 0.75], [1, 0]]);
  assert.equal(lower, "0.0,120.0 1000.0,0.0 1000.0,160.0 0.0,160.0");
  assert.equal(upper, "0.0,0.0 1000.0,0.0 1000.0,0.0 0.0,120.0");
});

test("a game without a single action still has a chart", () => {
  assert.equal(bands([[0.5, 0.5]]).length, 2);
  assert.deepEqual(bands([]), []);
});

test("the turning point is the moment that moved any chance most, of equal ones the later", () => {
  const moment = (step, ...change) => ({ step, seat: 0, cause: "luck", change });
  assert.equal(turningPoint([moment(3, 0.1, -0.1), moment(5, -0.3, 0.2), moment(8, 0.3, 0), moment(9, 0.05, 0)])?.step, 8);
  assert.equal(turningPoint([]), null);
});
