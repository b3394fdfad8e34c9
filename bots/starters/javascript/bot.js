// A bot for all three games. Every legal action gets a score, and the highest is played: change the scores.
"use strict";

const { createInterface } = require("node:readline");

const GAMES = { karma, diamoniak, karmaka };

function choose(request) {
  const score = GAMES[request.view.game] ?? (() => 0);
  let best = { id: request.legal[0].id, score: -Infinity };
  for (const { id, action } of request.legal) {
    const found = score(action, request.view);
    if (found > best.score) best = { id, score: found }; // the first of equals stays
  }
  return best.id;
}

// Karma: get rid of low cards first, all copies at once, and keep the Karma cards for when nothing else fits.

const KARMA_CARDS = [...Array.from({ length: 16 }, (_, at) => String(at + 1)), "T", "B", "F", "G"]; // weak to strong
const strength = (card) => KARMA_CARDS.indexOf(card) + 1;

function karma(action, view) {
  switch (action.type) {
    case "play":
      return action.count - 10 * strength(action.card);
    case "take":
      return -1000; // only when there is nothing to play
    case "choose":
      return sum(action.cards.map(strength)); // the table is played last: strong cards belong there
    case "give": {
      const seat = view.seats[action.seat];
      return -(seat.hand + seat.up.length + seat.down.length); // to whoever is nearest to going out
    }
    default:
      return 0;
  }
}

// Diamoniak: buy when possible, stop after three cards unless a fairy protects us, pay with what we need least.

const ENOUGH_CARDS = 3;

function diamoniak(action, view) {
  const me = view.seats[view.seat];
  switch (action.type) {
    case "buy":
      return 100 - view.seats[action.seller].castle.length; // the diamonds go to whoever is furthest behind
    case "fairy":
      return 1;
    case "pay":
      return -sum((action.cards ?? []).map((card) => worth(card, me.colour)));
    case "stop":
      return view.drawn >= ENOUGH_CARDS && !me.reserve.includes("F") ? 1 : -1;
    default:
      return 0; // draw
  }
}

function worth(card, colour) {
  if (card === "D") return 2;
  if (card === "F") return 3;
  return card[0] === colour ? 4 : 1; // a part: R1 is red
}

// Karmaka: Deeds of the colour that promises most until the level is done, everything else into the next life.

const POINTS_TO_ASCEND = [4, 5, 6, 7]; // from Dung Beetle, Snake, Wolf and Ape
const DECK = {
  blue: { Transmigrate: 1, Peek: 1, Destiny: 2, "Stolen Dreams": 2, Denial: 2, Thievery: 3, Swindle: 3 },
  green: { "Another Day": 1, Recycle: 1, Longevity: 2, Sowing: 2, Salvage: 2, Voyage: 3, Jubilee: 3 },
  red: { Panic: 1, Dwindle: 1, Crisis: 2, Roulette: 2, "Hell's Heart": 2, Vengeance: 3, Spite: 3 },
  mosaic: { Embody: 1, Mimic: 1 }, // counts for every colour
};
const POINTS = Object.assign({}, ...Object.values(DECK));
const COLOURS = ["blue", "green", "red"];

function karmaka(action, view) {
  const me = view.seats[view.seat];
  switch (action.type) {
    case "play":
      if (action.mode === "deed") return helps(action.card, view) ? 100 + POINTS[action.card] : -1;
      if (action.mode === "future") return POINTS[action.card]; // always less than a Deed that helps
      return -1; // an ability hands its card to a rival: using some of them well is the first thing to improve
    case "pass":
      return -1;
    case "take":
      return me.future.length < 6 ? 1 : -1; // an offered card makes the next life longer
    case "pick_hand":
      return -POINTS[action.card];
    case "pick_deed":
      return -POINTS[me.deeds[action.at]];
    case "pay":
      return 1; // rings, to ascend
    default:
      return 0;
  }
}

// Whether a Deed brings us nearer to the next level.
function helps(card, view) {
  const me = view.seats[view.seat];
  const done = Math.max(...COLOURS.map((colour) => pointsIn(colour, me.deeds)));
  const totals = COLOURS.map((colour) => pointsIn(colour, [...me.deeds, ...view.own.hand]));
  const best = COLOURS[totals.indexOf(Math.max(...totals))];
  return done < POINTS_TO_ASCEND[me.level] && pointsIn(best, [card]) > 0;
}

function pointsIn(colour, cards) {
  return sum(cards.map((card) => DECK[colour][card] ?? DECK.mosaic[card] ?? 0));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

// The conversation: one JSON object per line. stdout belongs to the arena; console.error is your log.

function answer(message) {
  switch (message.type) {
    case "hello":
      console.error(`${message.variant}: I sit in seat ${message.seat} of ${message.seats}.`);
      return { type: "ready", protocol: 1, name: "Starter" };
    case "request":
      return { action: choose(message) };
    case "end":
      console.error(`The game is over (${message.termination}). My rank is ${message.rank}.`);
      return null;
    default:
      return null; // a later protocol may send more
  }
}

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  const reply = answer(message);
  if (reply !== null) process.stdout.write(JSON.stringify(reply) + "\n");
  if (message.type === "end") lines.close();
});
