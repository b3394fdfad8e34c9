// The viewer: a film, a player, and everything on the page that follows them.

import { t } from "../words.js";
import { CardHelp } from "./card-help.js";
import { Ending } from "./ending.js";
import { film, moments, naming, neighbour, outlook, result, stepInHash, turns } from "./film.js";
import { Log } from "./log.js";
import { find, picture } from "./page.js";
import { Player } from "./player.js";
import { Stage } from "./stage.js";
import { showThoughts } from "./thoughts.js";
import { Timeline } from "./timeline.js";

/** @import {Film, Shape, Table} from "./types.js" */

/** Below this the wide table's cards are smaller than a finger: the tall one is drawn. */
const NARROW_PX = 620;
/** Eyes follow a card so long; slower moves hold up who reads. */
const LONGEST_MOVE_MS = 450;
/** Browsers allow about a hundred changes of the address in 30 s; held arrow keys make more. */
const ADDRESS_MS = 150;

/** What the server refuses, in its own words: they are written for people. */
export class ServerError extends Error {}

export class Viewer {
  /** @param {HTMLElement} root @param {Table} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    this.svg = picture(root, "[data-stage]");
    this.stage = new Stage(this.svg, table);
    const timer = { set: (/** @type {() => void} */ work, /** @type {number} */ ms) => window.setTimeout(work, ms), clear: window.clearTimeout.bind(window) };
    this.player = new Player(0, (player, before) => this.#follow(before), timer);
    this.log = new Log(find(root, "[data-log]"), find(root, "[data-voice]"), (step) => this.player.go(step));
    this.timeline = new Timeline(/** @type {HTMLInputElement} */ (find(root, "[data-slider]")), picture(root, "[data-marks]"), find(root, "[data-place]"), (step) => this.player.go(step));
    this.timeline.explain(find(root, "[data-legend]"), table.marks);
    this.help = new CardHelp(this.svg, find(root, "[data-card-help]"), find(root, "[data-cards]"), table);
    this.ending = new Ending(root.querySelector("[data-ending]"));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Film | null} */ this.film = null;
    this.who = naming([]);
    /** @type {number[]} */ this.turns = [0];
    /** @type {number[]} */ this.marked = [];
    this.shown = -1;
    this.writing = 0;
    /** @type {import("./thoughts.js").Logs} */
    this.logs = JSON.parse(root.dataset.logs || "{}");
    this.width = this.svg.clientWidth;
    new ResizeObserver(([entry]) => this.#reshape(entry.contentRect.width)).observe(this.svg);
  }

  /** @returns {Shape} */
  get shape() {
    return this.width < NARROW_PX ? "tall" : "wide";
  }

  /** Show the frames of a perspective when they come, keeping the place. @param {Response | Promise<Response>} asked @returns {Promise<void>} */
  async load(asked) {
    const answer = await asked;
    const told = await answer.json().catch(() => ({ error: t("The server's answer cannot be read. Try again in a moment.") }));
    if (!answer.ok) throw new ServerError(told.error ?? t("The server says {status}. Try again in a moment.", { status: answer.status }));
    this.open(film(told));
  }

  /** @param {Film} shown */
  open(shown) {
    const isFirst = this.film === null;
    this.film = shown;
    this.who = naming(shown.seats);
    const last = shown.steps.length - 1;
    this.turns = turns(shown.steps);
    const important = moments(shown, this.table, this.who);
    this.marked = [...new Set(important.map((mark) => mark.at))];
    this.timeline.fill(last, important);
    this.log.fill(shown, this.table, this.who, important);
    this.player.last = last;
    this.shown = -1;
    this.player.seek(isFirst ? (stepInHash(location.hash, last) ?? 0) : this.player.at);
  }

  /** @param {number} before */
  #follow(before) {
    const { player, film: shown } = this;
    if (!shown) return;
    this.#draw(player.at - before === 1 && this.shown === before);
    this.timeline.show(player.at, shown.steps[player.at].view.turn);
    this.log.show(player.at, !player.isPlaying || player.speed <= 1);
    const told = find(this.root, "[data-told]");
    // Two lines of room, so that nothing jumps: longer ones are whole in the story, and here for who points at them.
    told.textContent = told.title = this.log.at(player.at);
    find(this.root, "[data-outlook]").textContent = outlook(shown, player.at, this.table, this.who);
    this.ending.follow(player.at === player.last && !player.isPlaying, result(shown, this.who));
    this.#explain(shown.steps[player.at].next?.decision);
    showThoughts(find(this.root, "[data-thoughts]"), shown.steps[player.at], this.table, this.who, this.logs);
    this.root.classList.toggle("is-playing", player.isPlaying);
    find(this.root, '[data-do="toggle"]').setAttribute("aria-pressed", String(player.isPlaying));
    /** @type {HTMLSelectElement} */ (find(this.root, "[data-speed]")).value = String(player.speed);
    this.#address();
  }

  /** The rule that applies to the next decision. @param {string | undefined} decision */
  #explain(decision) {
    const rule = (decision && this.table.rules?.[decision]) || "";
    find(this.root, "[data-rule]").textContent = rule;
    find(this.root, "[data-rules]").hidden = !rule;
  }

  /** The address follows when the film rests: browsers limit how often it may change, and each change takes time. */
  #address() {
    const { player } = this;
    window.clearTimeout(this.writing);
    if (player.isPlaying) return;
    this.writing = window.setTimeout(() => history.replaceState(null, "", player.at ? `#d=${player.at}` : location.pathname + location.search), ADDRESS_MS);
  }

  /** @param {boolean} isNext the step after the one on the table: its cards move */
  #draw(isNext) {
    const shown = this.film;
    if (!shown) return;
    const step = shown.steps[this.player.at];
    const near = Math.max(0, step.view.seat);
    const shape = this.shape;
    this.svg.classList.toggle("is-tall", shape === "tall");
    const lasting = this.calm.matches ? 0 : Math.min(LONGEST_MOVE_MS, this.player.pace * 0.7);
    this.svg.style.setProperty("--move", `${lasting}ms`);
    const moves = this.table.moves(step.events);
    const scene = this.table.scene(step, shown, shape, near);
    this.help.show(scene.cards);
    this.stage.show(scene, isNext ? moves : null, lasting, moves);
    this.drawn = shape;
    this.shown = this.player.at;
  }

  /** @param {number} width */
  #reshape(width) {
    this.width = width;
    if (this.film && this.drawn !== this.shape) this.#draw(false);
  }

  /** @param {string} action as in keys.js and in the buttons' data-do @returns {boolean} was it one of the player's? */
  act(action) {
    const { player } = this;
    const jump = (/** @type {number[]} */ places, /** @type {1 | -1} */ direction) => player.go(neighbour(places, player.at, direction, player.last));
    /** @type {Record<string, () => void>} */
    const actions = {
      toggle: () => player.toggle(),
      next: () => player.go(player.at + 1),
      back: () => player.go(player.at - 1),
      turn: () => jump(this.turns, 1),
      "turn-back": () => jump(this.turns, -1),
      moment: () => jump(this.marked, 1),
      "moment-back": () => jump(this.marked, -1),
      first: () => player.go(0),
      last: () => player.go(player.last),
      faster: () => player.changeSpeed(1),
      slower: () => player.changeSpeed(-1),
      close: () => this.ending.close(),
      again: () => player.play(),
    };
    actions[action]?.();
    return action in actions;
  }
}

export { find, picture };
