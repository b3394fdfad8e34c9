// The table as one seat's browser knows it: asks the server, tells what it answered. Knows nothing of cards.

import { follow } from "../live.js";
import { t } from "../words.js";

/** @typedef {import("../replay/types.js").Option} Option */
/**
 * @typedef {{name: string, version: string, sitter: string, has_left: boolean, is_free: boolean}} Chair
 * @typedef {{code: string, version: number, state: string, game: string, variant: string, title: string, sides: number[][],
 *   seats: Chair[], is_answered_elsewhere: boolean, deadline: string | null, ranks: number[], termination: string,
 *   seat: number, at: number, since: number, steps: any[], asked: number[], decision: string, legal: Option[],
 *   lesson: {text: string, step: number, of: number} | null}} Told
 */

/** @typedef {{percent: number, other: number, other_percent: number, is_close: boolean}} Why chances to win, as the house imagines the rest */

const POLL_MS = 2500;
/** An answer that has not come by then is lost: a connection may be cut without a word. */
const PATIENCE_MS = 20_000;

/** What the server refuses, in its own words: they are written for people. */
export class Refusal extends Error {}

/** @param {Response} answer @returns {Promise<any>} */
async function told(answer) {
  const said = await answer.json().catch(() => ({ error: t("The server's answer cannot be read. Try again in a moment.") }));
  if (!answer.ok) throw new Refusal(said.error ?? t("The server says {status}. Try again in a moment.", { status: answer.status }));
  return said;
}

/** What went wrong, for people. @param {unknown} error */
export const reason = (error) => (error instanceof Refusal ? error.message : t("The arena could not be reached. Nothing is lost: the table waits for you."));

export class Seat {
  /** @param {HTMLElement} root @param {(told: Told) => void} hear @param {(error: unknown) => void} fail */
  constructor(root, hear, fail) {
    this.urls = { state: root.dataset.play ?? "", choose: root.dataset.choose ?? "", hint: root.dataset.hint ?? "", live: root.dataset.live ?? "" };
    this.token = /** @type {HTMLInputElement} */ (root.querySelector("[name=csrfmiddlewaretoken]")).value;
    this.hear = hear;
    this.fail = fail;
    /** How many actions were seen; less than none: not even the deal. */
    this.at = -1;
    this.version = -1;
    this.isOver = false;
    this.isBusy = false;
    this.isLive = false;
    this.isDown = false;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => !document.hidden && void this.look());
    window.addEventListener("online", () => void this.look());
  }

  /** How does the table stand? */
  async look() {
    if (this.isBusy || this.isOver) return;
    try {
      this.#take(await told(await fetch(`${this.urls.state}?since=${this.at}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE_MS) })));
      this.isDown = false;
    } catch (error) {
      if (!this.isDown) this.fail(error);
      this.isDown = true;
      this.#waitAWhile();
    }
  }

  /** @param {number} action @returns {Promise<boolean>} was it taken? */
  async choose(action) {
    if (this.isBusy) return false;
    this.isBusy = true;
    try {
      this.#take(await this.#post(this.urls.choose, { at: this.at, action }));
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** @returns {Promise<{at: number, action: number, name: string, who: string, why: Why | null} | null>} */
  async hint() {
    try {
      return await this.#post(this.urls.hint, {});
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** @param {string} url @param {object} body */
  async #post(url, body) {
    const send = () => fetch(url, { method: "POST", headers: { "Content-Type": "application/json", "X-CSRFToken": this.token, Accept: "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE_MS) });
    const answer = await send();
    // Not of the table, which answers in JSON: somebody logged in or out in another tab, and the token counts no more.
    if (answer.status !== 403 || answer.headers.get("Content-Type")?.startsWith("application/json")) return told(answer);
    await this.#newToken();
    return told(await send());
  }

  async #newToken() {
    const page = await (await fetch(location.href, { signal: AbortSignal.timeout(PATIENCE_MS) })).text();
    const field = new DOMParser().parseFromString(page, "text/html").querySelector("[name=csrfmiddlewaretoken]");
    if (field instanceof HTMLInputElement) this.token = field.value;
  }

  /** @param {Told} answer */
  #take(answer) {
    // An answer that was overtaken by a newer one, and what is known already.
    if (answer.version < this.version) return;
    const isNews = answer.version > this.version;
    this.version = answer.version;
    this.at = answer.at;
    this.isOver = answer.state === "over" || answer.state === "cancelled";
    if (isNews) this.hear(answer);
    if (!this.isOver && !answer.legal.length) this.#wait();
  }

  /** Others have the word: hear of it by the stream, or ask now and then. */
  #wait() {
    if (!this.isLive && this.urls.live) {
      this.isLive = true;
      const look = () => void this.look();
      this.stop = follow(this.urls.live, { moved: look, reset: look, done: look, open: () => (this.isOpen = true), down: () => (this.isOpen = false) });
    }
    this.#waitAWhile();
  }

  #waitAWhile() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.isOpen ? this.#waitAWhile() : void this.look()), POLL_MS);
  }
}
