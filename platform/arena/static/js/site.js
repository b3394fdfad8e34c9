// What pages do a little better with script. Everything here also works without.

const ONE_YEAR_S = 365 * 24 * 3600;

/** Elements of the page that have every property of an HTML element. @param {string} selector @returns {NodeListOf<HTMLElement>} */
const all = (selector) => document.querySelectorAll(selector);

/** Switches the theme in place instead of by a round trip; the server reads the same cookie on the next page. @param {SubmitEvent} event */
function switchTheme(event) {
  const theme = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
  if (!["auto", "light", "dark"].includes(theme)) return;
  event.preventDefault();
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${theme}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure}`;
  document.documentElement.dataset.theme = theme;
  for (const button of all("[data-theme-form] [aria-pressed]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
  }
}

for (const form of all("[data-theme-form]")) {
  form.addEventListener("submit", switchTheme);
}

/** A double click sends a form once: the second would lay a second table, or complain of what the first has done. */
const DOUBLE_MS = 1000;
/** @type {WeakMap<EventTarget, number>} */
const sent = new WeakMap();
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !event.target) return;
  if (event.timeStamp - (sent.get(event.target) ?? -DOUBLE_MS) < DOUBLE_MS) event.preventDefault();
  else sent.set(event.target, event.timeStamp);
});

for (const button of all("[data-dismiss]")) {
  button.hidden = false;
  button.addEventListener("click", () => button.closest("[data-toast]")?.remove());
}

/** An open menu closes on Escape and on a click elsewhere. */
for (const menu of all("[data-menu]")) {
  if (!(menu instanceof HTMLDetailsElement)) continue;
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
