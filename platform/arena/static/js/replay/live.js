// A game while it is played: the table and the story grow; when it is over, the replay takes their place.

import { follow } from "../live.js";
import { t } from "../words.js";
import { asked, naming, sentences, teamTints } from "./film.js";
import { find, picture } from "./page.js";
import { Stage } from "./stage.js";

/** @import {Head, Step, Table} from "./types.js" */

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-live-table]"));
/** Half of a replay's longest move: quick bots decide several times a second. */
const MOVE_MS = 220;
/** As in viewer.js. */
const NARROW_PX = 620;

/** How often the chances are asked for: they cost the server more than a frame does. */
const CHANCES_MS = 2000;

/**
 * Chances from public knowledge, in words. Gives what to call after each frame.
 * @param {HTMLElement | null} line @param {Head} head
 */
function chances(line, head) {
  let isAsked = false;
  const name = (/** @type {number[]} */ side) => side.map((seat) => head.seats[seat].name).join(" & ");
  const percent = (/** @type {number} */ part) => `${Math.round(100 * part)} %`;
  const look = async () => {
    isAsked = false;
    const answer = await fetch(line?.dataset.liveChances ?? "", { headers: { Accept: "application/json" } }).catch(() => null);
    /** @type {{chances: number[] | null, last_loses?: boolean}} */
    const told = answer?.ok ? await answer.json() : { chances: null };
    // When the game is over the same address tells the whole line: by then the replay takes this page's place.
    if (!line || !told.chances || Array.isArray(told.chances[0])) return;
    const loses = Boolean(told.last_loses) && told.chances.length > 2;
    const parts = told.chances.map((part, side) => `${name(head.sides[side])} ${percent(loses ? 1 - part : part)}`);
    line.textContent = `${loses ? line.dataset.lose : line.dataset.win}: ${parts.join(" · ")}`;
    line.hidden = false;
  };
  return () => {
    if (!line || isAsked) return;
    isAsked = true;
    window.setTimeout(() => void look(), CHANCES_MS);
  };
}

/** @param {HTMLElement} page */
async function start(page) {
  const { table } = /** @type {{table: Table}} */ (await import(/** @type {string} */ (page.dataset.table)));
  const head = /** @type {Head} */ (JSON.parse(page.dataset.head ?? "{}"));
  head.tints = teamTints(head.sides);
  const svg = picture(page, "[data-stage]");
  const stage = new Stage(svg, table);
  const list = find(page, "[data-log]");
  const who = naming(head.seats);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const askChances = chances(/** @type {HTMLElement | null} */ (page.querySelector("[data-live-chances]")), head);
  let at = -1;

  /** @param {{at: number, view: any, events: any[]}} told */
  const frame = (told) => {
    // A lower number: our machine failed, and another one plays the game from its beginning.
    if (told.at <= at) list.replaceChildren();
    const isNext = told.at > at && at >= 0;
    at = told.at;
    /** @type {Step} */
    const step = { view: told.view, open: null, events: told.events, next: null };
    const shape = svg.clientWidth < NARROW_PX ? "tall" : "wide";
    svg.classList.toggle("is-tall", shape === "tall");
    stage.show(table.scene(step, head, shape, 0), isNext ? table.moves(step.events) : null, calm.matches ? 0 : MOVE_MS);
    const lines = sentences(step, table, who).map((words) => {
      const line = document.createElement("li");
      line.textContent = words;
      return line;
    });
    list.append(...lines);
    if (lines.length) find(page, "[data-told]").textContent = lines.map((line) => line.textContent).join(" ");
    find(page, "[data-outlook]").textContent = told.view.ranks ? t("The game is over") : asked(who(seat(told.view)), told.view.decision, table);
    if (list.parentElement) list.parentElement.scrollTop = list.parentElement.scrollHeight;
    find(page, "[data-waiting]").hidden = true;
    askChances();
  };

  /** The replay, opened where the live game ended: its last move and its result. */
  const replay = () => {
    history.replaceState(null, "", "#end");
    location.reload();
  };

  follow(page.dataset.liveTable ?? "", {
    frame,
    reset: () => location.reload(),
    done: replay,
    down: () => window.setTimeout(() => void check(), 5000),
  });

  /** Without a stream: is the game over by now? */
  async function check() {
    const answer = await fetch(page.dataset.frames ?? "", { method: "HEAD" }).catch(() => null);
    if (answer?.ok) replay();
  }
}

/** Whose decision it is. @param {any} view */
const seat = (view) => view.actor ?? view.active;

if (root) void start(root);
