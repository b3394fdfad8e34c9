// Every table draws every frame of real games: frames.json is written by the Python side of this test.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { film, naming, sentences } from "../static/js/replay/film.js";
import { CARD } from "../static/js/replay/geometry.js";

/** Frames of games, and the scripts of the tables that have to draw them. */
const samples = JSON.parse(readFileSync(new URL("./frames.json", import.meta.url), "utf8"));
const scripts = [...new Set(samples.map((sample) => sample.table))];
const tables = Object.fromEntries(await Promise.all(scripts.map(async (script) => [script, (await import(`../static/${script}`)).table])));

/** Every number that is drawn must be one: a NaN draws nothing and says nothing. */
function assertNumbers(scene, place) {
  for (const card of scene.cards) {
    assert.ok(Number.isFinite(card.x) && Number.isFinite(card.y) && card.scale > 0, `${place}: ${JSON.stringify(card)}`);
    const [w, h] = [(CARD.width * card.scale) / 2, (CARD.height * card.scale) / 2];
    assert.ok(card.x - w > -6 && card.x + w < scene.width + 6, `${place}: beside the table: ${JSON.stringify(card)}`);
    assert.ok(card.y - h > -6 && card.y + h < scene.height + 6, `${place}: off the table: ${JSON.stringify(card)}`);
  }
  for (const thing of scene.things) {
    for (const value of Object.values(thing.attrs ?? {})) assert.ok(typeof value === "string" || Number.isFinite(value), `${place}: ${thing.key}`);
  }
  assert.equal(new Set(scene.things.map((thing) => thing.key)).size, scene.things.length, `${place}: a key twice`);
}

for (const sample of samples) {
  const shown = film(sample.frames);
  const table = tables[sample.table];
  const told = `${shown.variant} as ${shown.as} on ${sample.table}`;
  const who = naming(shown.seats);

  test(`${told}: every frame is drawn inside the table in both shapes`, () => {
    shown.steps.forEach((step, at) => {
      // Long games repeat themselves: every step of the first hundred, then every fifth.
      if (at > 100 && at % 5) return;
      for (const shape of ["wide", "tall"]) {
        const scene = table.scene(step, shown, shape, Math.max(0, step.view.seat));
        assertNumbers(scene, `${shape} step ${at}`);
        for (const { face } of scene.cards) if (face !== null) assert.ok(table.face(face).length && table.cardName(face));
      }
    });
  });

  test(`${told}: every event has its words, and moves name places on the table`, () => {
    const { spots } = table.scene(shown.steps[0], shown, "wide", 0);
    shown.steps.forEach((step) => {
      for (const move of table.moves(step.events)) assert.ok(move.from in spots && move.to in spots, JSON.stringify(move));
      for (const words of sentences(step, table, who)) assert.ok(!/undefined|null|NaN/.test(words), words);
      for (const event of step.events) if (!["turn", "deal", "dealt", "ruin_deeds"].includes(event.type)) assert.ok(table.tell(event, who), event.type);
    });
  });
}

/** What is read on a phone: 390 pixels for 400 units. Twice printed names are hidden there. */
const LEAST_UNITS = 9 * (400 / 390);

test("nothing that is read on a phone is smaller than nine pixels", () => {
  for (const sample of samples.filter((each) => each.frames.as === "all" && each.table.startsWith("games/"))) {
    const shown = film(sample.frames);
    const table = tables[sample.table];
    for (const step of shown.steps.filter((_, at) => at % 20 === 0)) {
      const scene = table.scene(step, shown, "tall", 0);
      for (const { key, tag, attrs } of scene.things) if (tag === "text" && !key.startsWith("token")) assert.ok(attrs["font-size"] >= LEAST_UNITS, `${shown.variant}: ${key} ${attrs["font-size"]}`);
      for (const { face, scale = 1 } of scene.cards) {
        if (face === null) continue;
        const words = table.face(face).filter(([tag, attrs]) => tag === "text" && attrs.class !== "title");
        for (const [, attrs] of words) assert.ok(Number(attrs["font-size"]) * scale >= LEAST_UNITS, `${shown.variant}: ${face} ${attrs["font-size"]} at ${scale}`);
      }
    }
  }
});

test("a public scene shows no card that the view does not name", () => {
  for (const sample of samples.filter((each) => each.frames.as === "public")) {
    const shown = film(sample.frames);
    for (const step of shown.steps) {
      const said = JSON.stringify(step.view);
      for (const { face } of tables[sample.table].scene(step, shown, "wide", 0).cards) if (face !== null) assert.ok(said.includes(`"${face}"`));
    }
  }
});
