// A person at the table: shows what happens from the seat's eyes, takes choices and sends them.

import { naming, patched, result, sentences } from "../replay/film.js";
import { Stage } from "../replay/stage.js";
import { find, picture } from "../replay/page.js";
import { listed, t } from "../words.js";
import { Cards } from "./cards.js";
import { InWords } from "./in-words.js";
import { Logs } from "./logs.js";
import { Panel } from "./panel.js";
import { leftOver, narrowed, only } from "./picks.js";
import { Seat, reason } from "./seat.js";

/** @import {Film, Option, Step, Table, View} from "../replay/types.js" */
/** @import {Choice} from "./picks.js" */
/** @import {Told} from "./seat.js" */

const NARROW_PX = 620;
const LONGEST_MOVE_MS = 450;
/** A choice can be taken back for so long; at the pace "at once" it goes at once. */
const UNDO_MS = 900;
const NOTICE_MS = 5000;
/** Of each sign of a longer notice. */
const READING_MS = 70;
/** Chances that are no further apart are the same to a person. */
const EQUAL_PERCENT = 3;
const PACE = "arena-pace";

class Play {
  /** @param {HTMLElement} root @param {Table} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    this.svg = picture(root, "[data-stage]");
    this.stage = new Stage(this.svg, table);
    this.mine = Number(root.dataset.seat);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.log = find(root, "[data-log]");
    this.pace = /** @type {HTMLSelectElement} */ (find(root, "[data-pace]"));
    this.pace.value = localStorage.getItem(PACE) ?? this.pace.value;
    if (!this.pace.value) this.pace.value = "900";
    this.pace.addEventListener("change", () => localStorage.setItem(PACE, this.pace.value));
    /** @type {View} */ this.view = {};
    /** @type {any[]} steps that are still to be shown */ this.coming = [];
    /** @type {Told | null} */ this.told = null;
    /** @type {Choice[]} */ this.choices = [];
    /** @type {Choice | null} */ this.armed = null;
    /** @type {number | null} */ this.hinted = null;
    /** @type {string[]} what happened since the person was asked last */ this.news = [];
    this.who = naming([]);
    this.timer = 0;
    this.sending = 0;
    this.shape = this.#shape();
    this.panel = new Panel(root, (choice) => this.arm(choice));
    this.panel.words = (option) => this.#words(option);
    this.cards = new Cards(this.stage, table, { changed: () => this.#picked(), refused: (words) => this.say(words), dropped: (choice) => this.arm(choice) });
    this.logs = new Logs(root, (seat) => this.who(seat));
    this.inWords = new InWords(root);
    this.seat = new Seat(root, (told) => this.hear(told), (error) => this.#failed(error));
    new ResizeObserver(() => this.#reshape()).observe(this.svg);
  }

  /** @param {string} words @param {boolean} [isSeen] */
  say(words, isSeen = true) {
    find(this.root, "[data-voice]").textContent = words;
    if (!isSeen) return;
    const notice = find(this.root, "[data-notice]");
    notice.textContent = words;
    notice.hidden = false;
    window.clearTimeout(this.noticed);
    this.noticed = window.setTimeout(() => (notice.hidden = true), Math.max(NOTICE_MS, words.length * READING_MS));
  }

  /** @param {Told} told */
  hear(told) {
    const isFirst = this.told === null;
    this.#tellWhoLeft(told);
    this.told = { ...told, seats: told.seats.map((chair) => (chair.has_left ? { ...chair, name: t("House bot for {name}", { name: chair.name }) } : chair)) };
    this.who = naming(this.told.seats);
    this.#rest();
    if (told.since < 0) {
      // From the beginning: the story is told as a whole, and the table shown as it stands.
      this.log.replaceChildren();
      this.coming = [];
      const last = told.steps.length - 1;
      told.steps.forEach((step, at) => this.#step(step, at === last, isFirst));
      this.#settle();
      return;
    }
    this.coming.push(...told.steps);
    this.#next();
  }

  /** Since the last time: they are not heard of by what happens at the table. @param {Told} told */
  #tellWhoLeft(told) {
    const gone = told.seats.filter((chair, seat) => chair.has_left && this.told && !this.told.seats[seat].has_left);
    if (!gone.length) return;
    const words = gone.map(({ name }) => t("A house bot plays on for {name}.", { name })).join(" ");
    this.say(words);
    // What is said next replaces it for who listens.
    this.news.push(words);
  }

  #next() {
    window.clearTimeout(this.timer);
    const step = this.coming.shift();
    if (!step) return this.#settle();
    this.#step(step, true, false);
    const pace = Number(this.pace.value);
    this.panel.button("skip", this.coming.length > 0 && pace > 0);
    if (!this.coming.length) return this.#settle();
    if (pace > 0) this.timer = window.setTimeout(() => this.#next(), pace);
    else this.#next();
  }

  skip() {
    if (!this.coming.length) return;
    window.clearTimeout(this.timer);
    const steps = this.coming;
    this.coming = [];
    steps.forEach((step, at) => this.#step(step, at === steps.length - 1, true));
    this.#settle();
  }

  /** @param {any} told @param {boolean} isDrawn @param {boolean} isJump */
  #step(told, isDrawn, isJump) {
    this.view = patched(this.view, told.view);
    this.events = told.events;
    const words = sentences({ view: this.view, open: null, events: told.events, next: null }, this.table, this.who);
    this.log.append(...words.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })));
    if (words.length) {
      find(this.root, "[data-told]").textContent = words.join(" ");
      this.news.push(...words);
    }
    if (isDrawn) this.#draw(!isJump);
    const box = this.log.parentElement;
    if (isDrawn && box) box.scrollTop = box.scrollHeight;
  }

  /** @param {boolean} isMoving */
  #draw(isMoving) {
    const told = this.told;
    if (!told) return;
    const isLast = !this.coming.length;
    const asked = isLast && told.asked.length ? (told.asked.includes(this.mine) ? this.mine : told.asked[0]) : null;
    /** @type {Step} */
    const step = { view: this.view, open: null, events: this.events ?? [], next: asked === null ? null : { seat: asked, decision: told.decision, number: 0 } };
    this.shape = this.#shape();
    this.svg.classList.toggle("is-tall", this.shape === "tall");
    const pace = Number(this.pace.value);
    const lasting = this.calm.matches || !pace ? 0 : Math.min(LONGEST_MOVE_MS, pace * 0.7);
    this.svg.style.setProperty("--move", `${lasting}ms`);
    const head = { ...told, as: String(this.mine), faults: [] };
    const scene = this.table.scene(step, head, this.shape, this.mine);
    const moves = this.table.moves(step.events);
    this.spots = scene.spots;
    this.stage.show(scene, isMoving ? moves : null, lasting, moves);
  }

  /** Everything that happened is shown: whose word is it? */
  #settle() {
    const told = this.told;
    if (!told) return;
    this.panel.button("skip", false);
    this.root.dataset.at = String(told.version);
    this.choices = told.legal.map((option) => ({ option, picks: this.table.picks?.(option.action, this.view) ?? [] }));
    this.cards.offer(this.choices, this.view, this.spots ?? {});
    this.panel.clear();
    this.#teach(told.lesson);
    void this.logs.look();
    void this.inWords.look();
    if (told.state === "over") return this.#end(told);
    const isAsked = this.choices.length > 0;
    this.panel.button("hint", isAsked && this.seat.urls.hint !== "");
    this.#ask();
    if (isAsked) this.#offer();
    this.say([...this.news, this.panel.prompt.textContent ?? ""].join(" "), false);
    this.news = isAsked ? [] : this.news;
  }

  /** Whose word it is, and for what. */
  #ask() {
    const told = /** @type {Told} */ (this.told);
    const isAsked = this.choices.length > 0;
    const task = this.table.asks[told.decision] ?? t("decide");
    const words = isAsked ? t("Your turn: {task}", { task }) : this.#waiting(told, task);
    this.panel.ask(words);
    find(this.root, "[data-outlook]").textContent = words;
    this.root.dataset.ready = isAsked ? "asked" : "waiting";
  }

  /** What the first game has to say here. @param {Told["lesson"]} lesson */
  #teach(lesson) {
    const coach = this.root.querySelector("[data-coach]");
    if (!(coach instanceof HTMLElement) || !lesson) return;
    coach.hidden = !lesson.text;
    find(coach, "[data-coach-step]").textContent = `${lesson.step} / ${lesson.of}`;
    find(coach, "[data-coach-text]").textContent = lesson.text;
    if (lesson.text) this.news.push(lesson.text);
  }

  /** @param {Told} told @param {string} task */
  #waiting(told, task) {
    const names = told.asked.filter((seat) => seat !== this.mine).map(this.who);
    if (!names.length) return t("One moment …");
    if (told.asked.length === 1 && told.is_answered_elsewhere) return t("{name} is thinking …", { name: names[0] });
    return t("Waiting for {names} to {task}", { names: listed(names), task });
  }

  #offer() {
    const hand = this.cards.hand;
    const left = narrowed(this.choices, hand);
    const canPick = this.choices.some(({ picks }) => picks.length > 0);
    this.panel.offer(left, { isExact: (choice) => hand.length > 0 && leftOver(hand, choice.picks) === 0, canPick, hinted: this.hinted });
    this.panel.button("clear", hand.length > 0);
    this.panel.button("undo", false);
  }

  #picked() {
    // Another card was meant: what was about to be sent is not, and the card stays in the hand.
    this.#disarm();
    const meant = only(this.choices, this.cards.hand);
    this.#offer();
    if (meant) this.arm(meant);
  }

  /** Chosen, and about to be sent. @param {Choice} choice */
  arm(choice) {
    if (!this.choices.includes(choice) || this.seat.isBusy) return;
    if (this.armed === choice) return this.#send();
    window.clearTimeout(this.sending);
    this.armed = choice;
    const words = this.#words(choice.option);
    this.root.dataset.ready = "armed";
    if (!Number(this.pace.value)) return this.#send();
    this.panel.ask(`${words} …`);
    this.panel.button("undo", true);
    this.say(t("{words}. Escape takes it back.", { words }), false);
    this.sending = window.setTimeout(() => this.#send(), UNDO_MS);
  }

  undo() {
    if (this.seat.isBusy) return this.say(t("It is sent already."));
    if (!this.armed) return;
    this.cards.picked.clear();
    this.cards.show();
    this.#disarm();
    this.#offer();
    this.say(t("Taken back."), false);
  }

  /** Nothing is about to be sent any more, and the person is asked as before. */
  #disarm() {
    window.clearTimeout(this.sending);
    if (!this.armed) return;
    this.armed = null;
    this.#ask();
  }

  async #send() {
    window.clearTimeout(this.sending);
    const choice = this.armed;
    if (!choice) return;
    this.panel.button("undo", false);
    this.root.dataset.ready = "sending";
    this.hinted = null;
    // What is sent cannot be changed by touching cards.
    this.cards.choices = [];
    if (await this.seat.choose(choice.option.id)) return;
    // Refused or not heard: it may be chosen once more. What is true now?
    this.armed = null;
    this.cards.offer(this.choices, this.view, this.spots ?? {});
    this.#ask();
    this.#offer();
    this.seat.version = -1;
    await this.seat.look();
  }

  #rest() {
    window.clearTimeout(this.sending);
    this.armed = null;
    this.hinted = null;
    this.choices = [];
    this.cards.offer([], this.view, {});
    this.panel.clear();
    for (const name of ["undo", "clear", "hint"]) this.panel.button(name, false);
  }

  async hint() {
    const hint = await this.seat.hint();
    // It came for another decision, or too late.
    if (!hint || hint.at !== this.seat.at || this.armed) return;
    this.hinted = hint.action;
    this.cards.picked.clear();
    this.cards.show();
    this.#offer();
    const meant = this.choices.find(({ option }) => option.id === hint.action);
    if (meant) this.say([t("{name} would: {option}.", { name: hint.who, option: this.#words(meant.option) }), this.#why(hint.why)].filter(Boolean).join(" "));
  }

  /** Why the house would do so. @param {import("./seat.js").Why | null} why */
  #why(why) {
    const other = this.choices.find(({ option }) => option.id === why?.other);
    if (!why || !other) return "";
    const chances = t("In deals that fit what you know, that wins {percent} %; “{other}” wins {other_percent} %.", { percent: why.percent, other: this.#words(other.option), other_percent: why.other_percent });
    // The house plays by rules of thumb, and what is imagined may know better.
    if (!why.is_close) return why.other_percent > why.percent ? `${chances} ${t("So that looks better here.")}` : chances;
    const isEqual = Math.abs(why.percent - why.other_percent) <= EQUAL_PERCENT;
    return `${chances} ${isEqual ? t("It hardly matters.") : t("Too few deals to tell which is better.")}`;
  }

  /** @param {Told} told */
  #end(told) {
    const words = `${result(/** @type {Film} */ ({ ...told, as: "", faults: [], steps: [] }), this.who)}.`;
    find(this.root, "[data-result]").hidden = false;
    find(this.root, "[data-outcome]").textContent = words;
    find(this.root, "[data-outlook]").textContent = t("The game is over");
    find(this.root, "[data-leave]").hidden = true;
    find(this.root, "[data-again]").hidden = false;
    this.panel.ask(t("The game is over"));
    this.say([...this.news, words].join(" "), false);
    this.news = [];
    this.root.dataset.ready = "over";
  }

  /** @param {unknown} error */
  #failed(error) {
    this.say(reason(error));
  }

  /** An action's name with people in it instead of numbers. @param {Option} option */
  #words({ name }) {
    const words = (this.table.option?.(name, this.view, this.who) ?? name).replaceAll(/seat (\d+)/g, (_, seat) => this.who(Number(seat))).replaceAll(/ x(\d)/g, " ×$1");
    return words.charAt(0).toUpperCase() + words.slice(1);
  }

  /** @returns {"wide" | "tall"} */
  #shape() {
    return this.svg.clientWidth < NARROW_PX ? "tall" : "wide";
  }

  #reshape() {
    if (!this.told || this.shape === this.#shape()) return;
    const picked = this.cards.picked;
    this.#draw(false);
    this.cards.offer(this.choices, this.view, this.spots ?? {});
    this.cards.picked = picked;
    this.cards.show();
  }

  /** @param {string} action */
  act(action) {
    if (action === "clear") this.cards.clear();
    if (action === "undo") this.undo();
    if (action === "skip") this.skip();
    if (action === "hint") void this.hint();
    if (action === "all") {
      this.panel.showsAll = true;
      this.#offer();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const focused = document.activeElement;
    if (event.ctrlKey || event.metaKey || event.altKey || focused instanceof HTMLSelectElement || focused instanceof HTMLInputElement) return;
    // A key that is held down would decide one thing after the other.
    if (event.repeat) return;
    // With a key between them two taps are no double click.
    this.panel.forgetTap();
    this.cards.forgetTap();
    if (/^[1-9]$/.test(event.key)) {
      const choice = this.panel.shown[Number(event.key) - 1];
      if (choice) this.arm(choice);
    } else if (event.key === "Escape") this.act(this.armed ? "undo" : "clear");
    else if (event.key.toLowerCase() === "h" && this.choices.length && this.seat.urls.hint) this.act("hint");
    else if (event.key.toLowerCase() === "t") this.inWords.toggle();
    else if (event.key === " " && this.coming.length && !(focused instanceof HTMLButtonElement)) {
      event.preventDefault();
      this.skip();
    }
  }
}

/** @param {HTMLElement} root */
async function start(root) {
  const { table } = /** @type {{table: Table}} */ (await import(/** @type {string} */ (root.dataset.table)));
  const play = new Play(root, table);
  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    if (button instanceof HTMLElement && button.dataset.do) play.act(button.dataset.do);
  });
  document.addEventListener("keydown", (event) => play.key(event));
  await play.seat.look();
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-play]"));
if (root) void start(root);
