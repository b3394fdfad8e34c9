// The front page lives: its lists are fetched again while somebody looks, and the picture at its top is a real table.
// Quiet while the tab is hidden, still for those who wish for less motion; without script the page stays as it came.

import { follow } from "./live.js";
import { film, teamTints } from "./replay/film.js";
import { find, picture } from "./replay/page.js";
import { Stage } from "./replay/stage.js";
import { learnFromPage, t } from "./words.js";

/** @import {Head, Step, Table} from "./replay/types.js" */

const LISTS_MS = 10_000;
const STEP_MS = 900;
const MOVE_MS = 420;
/** Between two games, and before asking again when there is none. */
const REST_MS = 4000;
/** A live game whose stream is silent for so long: another one is shown. */
const SILENCE_MS = 20_000;

/** @param {HTMLElement} part */
function keepFresh(part) {
  let shown = "";
  window.setInterval(async () => {
    // Not under somebody's keyboard.
    if (document.hidden || part.contains(document.activeElement)) return;
    const answer = await fetch(part.dataset.alive ?? "").catch(() => null);
    const words = answer?.ok ? await answer.text() : shown;
    if (words !== shown) part.innerHTML = shown = words;
  }, LISTS_MS);
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => window.setTimeout(done, ms));

/** Until the tab is looked at. */
const seen = () => (document.hidden ? new Promise((done) => document.addEventListener("visibilitychange", done, { once: true })) : Promise.resolve());

/** @param {HTMLElement} hero */
async function playGames(hero) {
  let isSilent = false;
  for (;;) {
    await seen();
    // A live game that told nothing (it was over at once, or streams are closed): next a finished one.
    /** @type {any} */
    const told = await fetch(`${hero.dataset.hero}${isSilent ? "?ended=1" : ""}`).then((answer) => answer.json()).catch(() => ({}));
    isSilent = told.game ? !(await show(hero, told).catch(() => false)) : false;
    await pause(isSilent ? 0 : REST_MS);
    if (isSilent && !told.live) return;
  }
}

/** One game, to its end. @param {HTMLElement} hero @param {any} told @returns {Promise<boolean>} was there anything to see? */
async function show(hero, told) {
  // One game at a time: two may have a word for different things.
  learnFromPage(told.kind);
  const { table } = /** @type {{table: Table}} */ (await import(told.script));
  const svg = picture(hero, "[data-stage]");
  svg.replaceChildren();
  svg.setAttribute("class", `is-tall table-${told.kind} of-${told.kind}`);
  svg.style.setProperty("--move", `${MOVE_MS}ms`);
  const stage = new Stage(svg, table);
  const link = /** @type {HTMLAnchorElement} */ (find(hero, "[data-hero-link]"));
  link.href = told.href;
  link.textContent = told.title;
  find(hero, "[data-hero-note]").textContent = told.live ? t("{variant} · live", { variant: told.variant }) : told.variant;
  let isShown = false;
  const draw = (/** @type {Step} */ step, /** @type {Head} */ head, /** @type {boolean} */ isNext) => {
    isShown = true;
    stage.show(table.scene(step, head, "tall", 0), isNext ? table.moves(step.events) : null, MOVE_MS);
    hero.classList.add("is-live");
  };
  if (told.live) await showLive(told, draw);
  else await showFilm(told, draw);
  return isShown;
}

/** @typedef {(step: Step, head: Head, isNext: boolean) => void} Draw */

/** @param {any} told @param {Draw} draw */
async function showFilm(told, draw) {
  const answer = await fetch(told.frames);
  if (!answer.ok) return;
  const shown = film(await answer.json());
  for (const [at, step] of shown.steps.entries()) {
    await seen();
    draw(step, shown, at > 0);
    await pause(STEP_MS);
  }
}

/** @param {any} told @param {Draw} draw */
function showLive(told, draw) {
  const head = { ...told.head, tints: teamTints(told.head.sides) };
  return new Promise((over) => {
    let at = -1;
    let silence = 0;
    const end = () => {
      window.clearTimeout(silence);
      stop();
      over(undefined);
    };
    const listen = () => {
      window.clearTimeout(silence);
      silence = window.setTimeout(end, SILENCE_MS);
    };
    const stop = follow(told.live, {
      frame: (news) => {
        listen();
        draw({ view: news.view, open: null, events: news.events, next: null }, head, news.at > at && at >= 0);
        at = news.at;
      },
      done: end,
      reset: end,
      down: end,
    });
    listen();
  });
}

const part = /** @type {HTMLElement | null} */ (document.querySelector("[data-alive]"));
if (part) keepFresh(part);
const hero = /** @type {HTMLElement | null} */ (document.querySelector("[data-hero]"));
if (hero && !matchMedia("(prefers-reduced-motion: reduce)").matches) void playGames(hero);
