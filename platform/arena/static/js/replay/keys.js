// Keyboard and touch. Every key is listed in the help sheet of the page.

/** Shorter movements of a finger are taps that slipped. */
import { faceUnder } from "./card-help.js";

const SWIPE_PX = 40;

/** @type {Record<string, string>} */
const KEYS = {
  " ": "toggle", k: "toggle", ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", ".": "moment", ",": "moment-back",
  "+": "faster", "=": "faster", "-": "slower", f: "fullscreen", c: "link", e: "embed", "?": "help", a: "as-all", p: "as-public", l: "log", Escape: "close",
}; // prettier-ignore

/**
 * The action a key stands for, or nothing. Digits choose a seat's perspective.
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @param {string} within tag and type of the focused element, e.g. "INPUT range"
 */
export function actionOf(event, within) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^(SELECT|TEXTAREA|INPUT (?!range))/.test(within)) return null;
  // A focused button keeps its own keys.
  if (event.key === " " && /^(BUTTON|A|SUMMARY)/.test(within)) return null;
  if (event.shiftKey && event.key === "ArrowRight") return "turn";
  if (event.shiftKey && event.key === "ArrowLeft") return "turn-back";
  if (/^[0-9]$/.test(event.key)) return `as-${event.key}`;
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

/** @param {HTMLElement} root @param {(action: string) => void} act */
export function listen(root, act) {
  document.addEventListener("keydown", (event) => {
    if (root.querySelector("dialog[open]")) return;
    const focused = document.activeElement;
    const within = `${focused?.tagName ?? ""} ${focused instanceof HTMLInputElement ? focused.type : ""}`;
    const action = actionOf(event, within);
    if (!action) return;
    event.preventDefault();
    act(action);
  });
}

/** A swipe steps, a tap plays or pauses. @param {Element} stage @param {(action: string) => void} act */
export function listenToTouch(stage, act) {
  /** @type {{x: number, y: number} | null} */
  let start = null;
  stage.addEventListener("pointerdown", (event) => {
    const pointer = /** @type {PointerEvent} */ (event);
    start = pointer.isPrimary && pointer.button === 0 ? { x: pointer.clientX, y: pointer.clientY } : null;
  });
  stage.addEventListener("pointerup", (event) => {
    const pointer = /** @type {PointerEvent} */ (event);
    if (!start) return;
    const [x, y] = [pointer.clientX - start.x, pointer.clientY - start.y];
    start = null;
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y)) act(x < 0 ? "next" : "back");
    // A tap on a card asks what it does.
    else if (Math.hypot(x, y) < 8 && !(pointer.pointerType === "touch" && faceUnder(event.target) !== null)) act("toggle");
  });
}
