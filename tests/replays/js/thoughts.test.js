import assert from "node:assert/strict";
import test from "node:test";

import { clock } from "../static/js/replay/thoughts.js";

test("the clock tells what a decision took and what is left", () => {
  assert.equal(clock({ seat: 0, decision: "MAIN", number: 1, ms: 0.25, clock: { decision_ms: 200, bank_ms: 9_400 } }), "Took 0.3 ms of 200; 9.4 s in the bank.");
  assert.equal(clock({ seat: 0, decision: "MAIN", number: 1, ms: 180.6 }), "Took 181 ms.");
});
