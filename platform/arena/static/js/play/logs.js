// What one's own bots wrote at this table, beside it: asked for only while it is shown, for it tells their cards.

import { find } from "../replay/page.js";
import { t } from "../words.js";

/** @typedef {{seat: number, at: number, ms: number, fault: string, sentence: string, log: string}} Line */

export class Logs {
  /** @param {HTMLElement} root @param {(seat: number) => string} who */
  constructor(root, who) {
    this.url = root.dataset.logs ?? "";
    this.who = who;
    this.since = 0;
    if (!this.url) return;
    this.shown = /** @type {HTMLDetailsElement} */ (find(root, "[data-log-of-bots]"));
    this.list = find(root, "[data-bot-log]");
    this.shown.addEventListener("toggle", () => void this.look());
  }

  async look() {
    if (!this.shown?.open || this.isBusy) return;
    this.isBusy = true;
    try {
      const answer = await fetch(`${this.url}?since=${this.since}`, { headers: { Accept: "application/json" } });
      if (answer.ok) this.#add((await answer.json()).logs);
    } catch {
      // The next step asks again.
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {Line[]} lines */
  #add(lines) {
    for (const line of lines) {
      if (line.at < this.since) continue;
      const item = document.createElement("li");
      item.textContent = t("{name}, decision {at}, {ms} ms", { name: this.who(line.seat), at: line.at, ms: line.ms });
      const said = [line.fault && `${line.fault}: ${line.sentence}`, line.log].filter(Boolean).join("\n");
      if (said) item.append(Object.assign(document.createElement("pre"), { textContent: said }));
      this.list?.append(item);
    }
    if (lines.length) this.since = 1 + Math.max(...lines.map((line) => line.at));
    const box = this.list?.parentElement;
    if (box) box.scrollTop = box.scrollHeight;
  }
}
