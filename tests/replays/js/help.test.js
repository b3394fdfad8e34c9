// Words for people who do not know the games.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { facesIn } from "../static/js/replay/card-help.js";
import { film, naming } from "../static/js/replay/film.js";

const samples = JSON.parse(readFileSync(new URL("./frames.json", import.meta.url), "utf8"));
const open = samples.filter((sample) => sample.frames.as === "all" && sample.table.startsWith("games/"));
const tables = Object.fromEntries(await Promise.all([...new Set(open.map((sample) => sample.table))].map(async (script) => [script, (await import(`../static/${script}`)).table])));
const who = (seat) => ["Fox", "Owl", "Hen", "Elk", "Cat", "Dog"][seat];
const option = (game, name, view = {}) => tables[`games/${game}/table.js`].option(name, view, who);

test("every card in sight says what it does, and every option is told without a code", () => {
  for (const sample of open) {
    const shown = film(sample.frames);
    const table = tables[sample.table];
    const names = naming(shown.seats);
    for (const step of shown.steps.filter((_, at) => at % 7 === 0)) {
      for (const face of facesIn(table.scene(step, shown, "wide", 0).cards)) assert.ok(table.help(face).length > 20, face);
      for (const name of step.next?.legal ?? []) {
        const words = table.option(name, step.view, names);
        assert.ok(words && !/undefined|NaN|seat \d$|\b[RBYG][1-6]\b|slot|depth|number \d/.test(words), `${name}: ${words}`);
      }
      if (step.next) assert.ok(step.next.decision in table.asks, step.next.decision);
    }
  }
});

test("options are sentences", () => {
  assert.equal(option("diamoniak", "pay D D G2"), "give back 2 diamonds and the green gate");
  assert.equal(option("diamoniak", "pay F R1 R2"), "give back a fairy, the red west wall and the red gate");
  assert.equal(option("diamoniak", "buy R5 from seat 1"), "buy the red keep from Owl for three diamonds");
  assert.equal(option("karma", "play 12 x2"), "play two 12s");
  assert.equal(option("karma", "play T from the table"), "play Play a Table Card from the table");
  assert.equal(option("karma", "flip slot 1"), "turn over the second face-down card");
  assert.equal(option("karma", "choose 3 7 T"), "lay out 3, 7 and Play a Table Card");
  assert.equal(option("karma", "give the pile to seat 2"), "give the pile to Hen");
  assert.equal(option("karmaka", "target seat 1"), "use it on Owl");
  assert.equal(option("karmaka", "take from the Ruins at depth 1", { ruins: ["Peek", "Panic"] }), "take Peek from the Ruins");
  assert.equal(option("karmaka", "copy the exposed Deed of seat 0"), "copy the exposed Deed of Fox");
});
