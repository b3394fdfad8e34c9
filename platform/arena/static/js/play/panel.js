// The list of choices under the table, in words: everything can be done here, with or without a pointer.

import { find } from "../replay/page.js";
import { t } from "../words.js";

/** @import {Option} from "../replay/types.js" */
/** @import {Choice} from "./picks.js" */

const FEW = 12;
/** The second half of a double click would take whatever stands there by then. */
const DOUBLE_MS = 400;

export class Panel {
  /** @param {HTMLElement} root @param {(choice: Choice) => void} take */
  constructor(root, take) {
    this.root = root;
    this.list = find(root, "[data-options]");
    this.prompt = find(root, "[data-prompt]");
    this.take = take;
    this.showsAll = false;
    /** When something was taken last. */
    this.taken = -DOUBLE_MS;
    /** @type {Choice[]} */ this.shown = [];
    /** @type {(option: Option) => string} */ this.words = (option) => option.name;
  }

  /** @param {string} words */
  ask(words) {
    this.prompt.textContent = words;
  }

  /** @param {Choice[]} choices @param {{isExact: (choice: Choice) => boolean, canPick: boolean, hinted: number | null}} how */
  offer(choices, { isExact, canPick, hinted }) {
    const hadFocus = this.list.contains(document.activeElement);
    const isLong = choices.length > FEW && canPick && !this.showsAll;
    this.shown = isLong ? choices.filter((choice, at) => at < FEW || choice.option.id === hinted || isExact(choice)) : choices;
    this.list.replaceChildren(...this.shown.map((choice, at) => this.#button(choice, at, isExact(choice), choice.option.id === hinted)));
    this.button("all", isLong, t("Show all {n}", { n: choices.length }));
    if (hadFocus) (this.list.querySelector("button") ?? this.prompt).focus();
  }

  /** @param {Choice} choice @param {number} at @param {boolean} isExact @param {boolean} isHinted */
  #button(choice, at, isExact, isHinted) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `choice${isExact ? " is-exact" : ""}${isHinted ? " is-hinted" : ""}`;
    button.dataset.id = String(choice.option.id);
    if (at < 9) {
      const key = document.createElement("kbd");
      key.textContent = String(at + 1);
      key.setAttribute("aria-hidden", "true");
      button.append(key);
    }
    button.append(this.words(choice.option));
    button.addEventListener("click", (event) => {
      if (event.detail > 1 && event.timeStamp - this.taken < DOUBLE_MS) return;
      this.taken = event.timeStamp;
      this.take(choice);
    });
    return button;
  }

  forgetTap() {
    this.taken = -DOUBLE_MS;
  }

  clear() {
    const hadFocus = this.list.contains(document.activeElement);
    this.shown = [];
    this.showsAll = false;
    this.list.replaceChildren();
    this.button("all", false);
    if (hadFocus) this.prompt.focus();
  }

  /** @param {string} name @param {boolean} isThere @param {string} [words] */
  button(name, isThere, words) {
    const button = find(this.root, `[data-do="${name}"]`);
    button.hidden = !isThere;
    if (words) button.textContent = words;
  }
}
