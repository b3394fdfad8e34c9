// Starts the viewer of a replay page and ties its buttons, keys and dialogs to it.

import { listen, listenToTouch } from "./keys.js";
import { Viewer, find } from "./viewer.js";

/** @import {Table} from "./types.js" */

const root = /** @type {HTMLElement} */ (document.querySelector("[data-viewer]"));

/** @param {string} words */
function say(words) {
  const voice = find(root, "[data-voice]");
  voice.textContent = words;
  const notice = find(root, "[data-notice]");
  notice.textContent = words;
  notice.hidden = false;
  window.setTimeout(() => (notice.hidden = true), 4000);
}

/** @param {unknown} error */
function fail(error) {
  const words = error instanceof Error ? error.message : String(error);
  find(root, "[data-failure]").hidden = false;
  find(root, "[data-failure] [data-words]").textContent = words;
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

/** @param {number} step */
function embedCode(step) {
  const found = new URL(link(step));
  found.searchParams.set("embed", "1");
  return `<iframe src="${found.href}" width="720" height="620" title="${document.title.replaceAll('"', "&quot;")}" allow="fullscreen"></iframe>`;
}

async function start() {
  const select = /** @type {HTMLSelectElement} */ (find(root, "[data-as]"));
  // Asked for at once: frames and table script travel side by side.
  const first = ask(select.value);
  const { table } = /** @type {{table: Table}} */ (await import(/** @type {string} */ (root.dataset.table)));
  const viewer = new Viewer(root, table);
  const speed = /** @type {HTMLSelectElement} */ (find(root, "[data-speed]"));

  /** @param {string} perspective */
  const look = async (perspective) => {
    const option = [...select.options].find((each) => each.value === perspective);
    if (!option) return say("This perspective is closed until all games of the block are over.");
    select.value = perspective;
    const page = new URL(location.href);
    page.searchParams.set("as", perspective);
    history.replaceState(null, "", page);
    await viewer.load(ask(perspective)).catch(fail);
  };

  /** @param {string} action */
  const act = (action) => {
    if (viewer.act(action)) return;
    if (action.startsWith("as-")) return void look(action.slice(3));
    if (action === "link") return void copy(link(viewer.player.at), "The link to this decision is copied.");
    if (action === "embed") return void copy(embedCode(viewer.player.at), "The code to embed this replay is copied.");
    if (action === "help") return /** @type {HTMLDialogElement} */ (find(root, "[data-help]")).showModal();
    if (action === "log") return find(root, "[data-log] [tabindex='0']").focus();
    if (action === "fullscreen") {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void root.requestFullscreen().catch(() => say("This browser does not allow full screen here."));
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
  await viewer.load(first);
  root.dataset.ready = "true";
}

if (root) start().catch(fail);
