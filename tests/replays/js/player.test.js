import assert from "node:assert/strict";
import test from "node:test";

import { Player } from "../static/js/replay/player.js";

/** A clock that is wound by hand. */
class Clock {
  waiting = null;
  set(work, ms) {
    this.waiting = { work, ms };
    return 1;
  }
  clear() {
    this.waiting = null;
  }
  strike() {
    const { work } = this.waiting;
    this.waiting = null;
    work();
  }
}

function player(last = 3) {
  const clock = new Clock();
  const seen = [];
  return { clock, seen, player: new Player(last, (each) => seen.push(each.at), clock) };
}

test("it plays step by step and stops at the end", () => {
  const { clock, player: film } = player(2);
  film.play();
  clock.strike();
  assert.equal(film.at, 1);
  clock.strike();
  assert.deepEqual([film.at, film.isPlaying, clock.waiting], [2, false, null]);
});

test("playing at the end begins again", () => {
  const { player: film } = player(2);
  film.go(2);
  film.play();
  assert.deepEqual([film.at, film.isPlaying], [0, true]);
});

test("a step by hand stops the film", () => {
  const { clock, player: film } = player(9);
  film.play();
  film.go(5);
  assert.deepEqual([film.at, film.isPlaying, clock.waiting], [5, false, null]);
});

test("places out of range become the nearest end", () => {
  const { player: film } = player(3);
  film.go(-5);
  assert.equal(film.at, 0);
  film.go(99);
  assert.equal(film.at, 3);
});

test("a higher speed shortens the wait at once, and ends of the scale hold", () => {
  const { clock, player: film } = player(9);
  film.play();
  assert.equal(clock.waiting.ms, 1000);
  film.changeSpeed(1);
  assert.equal(clock.waiting.ms, 500);
  for (let i = 0; i < 9; i++) film.changeSpeed(1);
  assert.equal(film.speed, 8);
  film.setSpeed(3);
  assert.equal(film.speed, 8);
});

test("a film of one picture cannot be played", () => {
  const { player: film } = player(0);
  film.toggle();
  assert.equal(film.isPlaying, false);
});
