// Waiting for friends: the page is drawn again when somebody comes, and the address can be copied.

import { follow } from "../live.js";
import { find } from "../replay/page.js";
import { t } from "../words.js";

const POLL_MS = 4000;
const root = /** @type {HTMLElement} */ (find(document, "[data-gathering]"));
const field = /** @type {HTMLInputElement} */ (find(root, "[data-invitation]"));
const button = find(root, "[data-copy]");
let isOpen = false;

async function look() {
  const answer = await fetch(root.dataset.gathering ?? "", { headers: { Accept: "application/json" } }).catch(() => null);
  const told = answer?.ok ? await answer.json() : null;
  if (told && String(told.version) !== root.dataset.version) location.reload();
}

follow(root.dataset.live ?? "", { moved: look, reset: look, done: look, open: () => (isOpen = true), down: () => (isOpen = false) });
window.setInterval(() => isOpen || void look(), POLL_MS);

button.hidden = false;
button.addEventListener("click", async () => {
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  find(root, "[data-copied]").textContent = isCopied ? t("Copied.") : t("Press Ctrl and C to copy it.");
});
