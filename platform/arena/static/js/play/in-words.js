// The table in words, beside it: for who reads a screen by ear. Asked for only while it is shown.

import { find } from "../replay/page.js";

export class InWords {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.url = root.dataset.words ?? "";
    this.shown = /** @type {HTMLDetailsElement} */ (find(root, "[data-in-words]"));
    this.text = find(root, "[data-words-text]");
    this.looks = 0;
    this.shown.addEventListener("toggle", () => void this.look());
  }

  async look() {
    if (!this.shown.open) return;
    const look = ++this.looks;
    const answer = await fetch(this.url, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const { words } = await answer.json();
    // Not what was overtaken: it would show an older table.
    if (look === this.looks) this.text.textContent = words;
  }

  /** To where it stands, from wherever the keyboard is; closed by the same key. */
  toggle() {
    this.shown.open = !this.shown.open;
    if (this.shown.open) this.text.focus();
  }
}
