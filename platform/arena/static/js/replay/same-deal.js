// The same deal at several tables side by side: other bots in every seat, all tables after the same number of turns.

import { plural, t } from "../words.js";
import { film, naming, result, sentences, turns } from "./film.js";
import { listen } from "./keys.js";
import { find, picture } from "./page.js";
import { Player } from "./player.js";
import { Stage } from "./stage.js";

/** @import {Film, Table} from "./types.js" */

const NARROW_PX = 620;
const MOVE_MS = 450;
const TURNS_A_SECOND = 0.5;

/** Steps at which tables meet: the deal, then the end of every turn, then the end. @param {Film} shown */
export function places(shown) {
  const starts = turns(shown.steps);
  const last = shown.steps.length - 1;
  // A game that tells of no turns is followed decision by decision.
  if (starts.length < 2) return shown.steps.map((_, step) => step);
  return starts.at(-1) === last ? starts : [...starts, last];
}

class Board {
  /** @param {HTMLElement} figure @param {Table} table @param {Film} shown */
  constructor(figure, table, shown) {
    this.figure = figure;
    this.table = table;
    this.film = { ...shown, tints: /** @type {number[]} */ (JSON.parse(figure.dataset.tints ?? "[]")) };
    this.places = places(shown);
    this.who = naming(shown.seats);
    this.svg = picture(figure, "[data-stage]");
    this.stage = new Stage(this.svg, table);
    this.at = -1;
  }

  /** @param {number} turn @param {number} lasting */
  show(turn, lasting) {
    const { film: shown, table } = this;
    const place = Math.min(turn, this.places.length - 1);
    const [step, before] = [this.places[place], this.places[Math.max(0, place - 1)]];
    const isOver = step === shown.steps.length - 1;
    if (place === this.at) return isOver;
    const isNext = place === this.at + 1;
    this.at = place;
    const shape = this.svg.clientWidth < NARROW_PX ? "tall" : "wide";
    this.svg.classList.toggle("is-tall", shape === "tall");
    this.svg.style.setProperty("--move", `${lasting}ms`);
    const since = place === 0 ? [shown.steps[0]] : shown.steps.slice(before + 1, step + 1);
    const moves = table.moves(since.flatMap(({ events }) => events));
    this.stage.show(table.scene(shown.steps[step], shown, shape, 0), isNext ? moves : null, lasting, moves);
    find(this.figure, "[data-told]").textContent = isOver ? `${result(shown, this.who)}.` : since.flatMap((each) => sentences(each, table, this.who)).join(" ");
    this.figure.classList.toggle("is-over", isOver);
    return isOver;
  }
}

/** @param {HTMLElement} root */
async function start(root) {
  const figures = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-game]")]);
  const { table } = /** @type {{table: Table}} */ (await import(/** @type {string} */ (root.dataset.table)));
  const games = await frames(root.dataset.frames ?? "");
  const boards = figures.map((figure) => new Board(figure, table, film(games[figure.dataset.game ?? ""])));
  const last = Math.max(...boards.map((board) => board.places.length)) - 1;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const timer = { set: (/** @type {() => void} */ work, /** @type {number} */ ms) => window.setTimeout(work, ms / TURNS_A_SECOND), clear: window.clearTimeout.bind(window) };
  const slider = /** @type {HTMLInputElement} */ (find(root, "[data-slider]"));
  slider.max = String(last);
  const player = new Player(last, draw, timer);

  function draw() {
    const over = boards.filter((board) => board.show(player.at, calm.matches ? 0 : Math.min(MOVE_MS, player.pace))).length;
    const words = player.at ? plural("after {n} turn", "after {n} turns", player.at) : t("the deal");
    slider.value = String(player.at);
    slider.setAttribute("aria-valuetext", words);
    find(root, "[data-place]").textContent = over ? t("{words} · {over} of {all} over", { words, over, all: boards.length }) : words;
    root.classList.toggle("is-playing", player.isPlaying);
    find(root, '[data-do="toggle"]').setAttribute("aria-pressed", String(player.isPlaying));
  }

  /** @type {Record<string, () => void>} */
  const actions = {
    toggle: () => player.toggle(),
    next: () => player.go(player.at + 1),
    back: () => player.go(player.at - 1),
    first: () => player.go(0),
    last: () => player.go(player.last),
    faster: () => player.changeSpeed(1),
    slower: () => player.changeSpeed(-1),
  };
  slider.addEventListener("input", () => player.go(Number(slider.value)));
  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    if (button instanceof HTMLElement) actions[button.dataset.do ?? ""]?.();
  });
  // On a page with other things to do the keys stay theirs.
  if (root.dataset.keys) listen(root, (action) => actions[action]?.());
  player.seek(0);
  find(root, "[data-bar]").hidden = false;
  root.dataset.ready = "true";
  if (root.dataset.plays && !calm.matches) playInSight(root, player);
}

/** Of all tables, by the number of the game. @param {string} address @returns {Promise<Record<string, any>>} */
async function frames(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address} says ${answer.status}.`);
  return answer.json();
}

/** Plays by itself while somebody can see it. @param {HTMLElement} root @param {Player} player */
function playInSight(root, player) {
  let isPaused = false;
  root.addEventListener("pointerdown", () => (isPaused = true));
  new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting && !isPaused && player.at === 0) player.play();
    if (!entry.isIntersecting) player.pause();
  }, { threshold: 0.5 }).observe(root);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) player.pause();
  });
}

/** Nothing is fetched before it is about to be seen. @param {HTMLElement} root */
function whenNear(root) {
  const eyes = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    eyes.disconnect();
    start(root).catch(() => (find(root, "[data-failure]").hidden = false));
  }, { rootMargin: "200px" });
  eyes.observe(root);
}

for (const root of typeof document === "undefined" ? [] : document.querySelectorAll("[data-same-deal]")) whenNear(/** @type {HTMLElement} */ (root));
