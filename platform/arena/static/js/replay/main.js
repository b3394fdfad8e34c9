// Starts the viewer of a replay page and ties its buttons, keys and dialogs to it.

import { t } from "../words.js";
import { listen, listenToTouch } from "./keys.js";
import { ServerError, Viewer, find } from "./viewer.js";

/** @import {Table} from "./types.js" */

const root = /** @type {HTMLElement} */ (document.querySelector("[data-viewer]"));

/** Table, caption and both rows of controls, 720 pixels wide, without a scroll bar. */
const EMBED_HEIGHT_PX = 620;

/** @param {string} words */
function say(words) {
  const voice = find(root, "[data-voice]");
  voice.textContent = words;
  const notice = find(root, "[data-notice]");
  notice.textContent = words;
  notice.hidden = false;
  window.setTimeout(() => (notice.hidden = true), 4000);
}

/** What went wrong, for people: the words of a browser help nobody. @param {unknown} error */
const reason = (error) => (error instanceof ServerError ? error.message : t("The arena could not be reached."));

/** @param {unknown} error */
function fail(error) {
  find(root, "[data-failure]").hidden = false;
  find(root, "[data-failure] [data-words]").textContent = reason(error);
}

/** @param {string} perspective */
const ask = (perspective) => fetch(`${root.dataset.frames}?as=${encodeURIComponent(perspective)}`, { headers: { Accept: "application/json" } });

/** The address of a decision, for friends. @param {number} step */
function link(step) {
  const found = new URL(location.href);
  found.searchParams.delete("embed");
  found.hash = `d=${step}`;
  return found.href;
}

/** @param {string} words @param {string} done */
async function copy(words, done) {
  try {
    await navigator.clipboard.writeText(words);
    say(done);
  } catch {
    // Without a secure connection there is no clipboard: show what to copy instead.
    const dialog = /** @type {HTMLDialogElement} */ (find(root, "[data-copy]"));
    const field = /** @type {HTMLTextAreaElement} */ (find(dialog, "textarea"));
    field.value = words;
    dialog.showModal();
    field.select();
  }
}

/** By the device's own sheet where it has one. @param {string} address */
async function share(address) {
  if (!navigator.share) return copy(address, t("The link is copied."));
  await navigator.share({ title: document.title, url: address }).catch(() => undefined); // closed without a choice
}

/** @param {number} step */
function embedCode(step) {
  const found = new URL(link(step));
  found.searchParams.set("embed", "1");
  return `<iframe src="${found.href}" width="720" height="${EMBED_HEIGHT_PX}" title="${document.title.replaceAll('"', "&quot;")}" allow="fullscreen"></iframe>`;
}

/**
 * The script of the game's table. A browser remembers that a module failed, so another try has another address.
 * @param {number} attempt
 * @returns {Promise<{table: Table}>}
 */
const tableScript = (attempt) => import(root.dataset.table + (attempt ? `?attempt=${attempt}` : ""));

/** Table and frames, asked for side by side until both are there; each failure offers another try. */
async function open() {
  for (let attempt = 0; ; attempt++) {
    try {
      const select = /** @type {HTMLSelectElement} */ (find(root, "[data-as]"));
      const [frames, { table }] = await Promise.all([ask(select.value), tableScript(attempt)]);
      const viewer = new Viewer(root, table);
      await viewer.load(frames);
      find(root, "[data-failure]").hidden = true;
      return viewer;
    } catch (error) {
      fail(error);
      await new Promise((again) => find(root, "[data-again]").addEventListener("click", again, { once: true }));
    }
  }
}

async function start() {
  const viewer = await open();
  const select = /** @type {HTMLSelectElement} */ (find(root, "[data-as]"));
  let looking = select.value;
  const speed = /** @type {HTMLSelectElement} */ (find(root, "[data-speed]"));

  /** @param {string} perspective */
  const look = async (perspective) => {
    const option = [...select.options].find((each) => each.value === perspective);
    if (!option) return say(t("This perspective is closed until all games of the block are over."));
    try {
      await viewer.load(ask(perspective));
    } catch (error) {
      select.value = looking;
      return say(t("{reason} The table stays as it was.", { reason: reason(error) }));
    }
    looking = select.value = perspective;
    const page = new URL(location.href);
    page.searchParams.set("as", perspective);
    history.replaceState(null, "", page);
  };

  /** @param {string} action */
  const act = (action) => {
    if (viewer.act(action)) return;
    if (action.startsWith("as-")) return void look(action.slice(3));
    if (action === "link") return void copy(link(viewer.player.at), t("The link to this decision is copied."));
    if (action === "share") return void share(link(viewer.player.at));
    if (action === "embed") return void copy(embedCode(viewer.player.at), t("The code to embed this replay is copied."));
    if (action === "help") return /** @type {HTMLDialogElement} */ (find(root, "[data-help]")).showModal();
    if (action === "log") return find(root, "[data-log] [tabindex='0']").focus();
    if (action === "fullscreen") {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void root.requestFullscreen().catch(() => say(t("This browser does not allow full screen here.")));
    }
  };

  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    if (button instanceof HTMLElement && button.dataset.do) act(button.dataset.do);
  });
  select.addEventListener("change", () => void look(select.value));
  speed.addEventListener("change", () => viewer.player.setSpeed(Number(speed.value)));
  window.addEventListener("hashchange", () => {
    const found = /^#d=(\d+)$/.exec(location.hash);
    if (found) viewer.player.go(Number(found[1]));
  });
  listen(root, act);
  listenToTouch(viewer.svg, act);
  root.dataset.ready = "true";
}

if (root) void start();
