// What pages do a little better with script. Everything here also works without.

const ONE_YEAR_S = 365 * 24 * 3600;

/** Switches the theme in place instead of by a round trip; the server reads the same cookie on the next page. */
function switchTheme(event) {
  const theme = event.submitter?.value;
  if (!["auto", "light", "dark"].includes(theme)) return;
  event.preventDefault();
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${theme}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure}`;
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-form] [aria-pressed]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}

for (const form of document.querySelectorAll("[data-theme-form]")) {
  form.addEventListener("submit", switchTheme);
}

for (const button of document.querySelectorAll("[data-dismiss]")) {
  button.hidden = false;
  button.addEventListener("click", () => button.closest("[data-toast]").remove());
}

/** An open menu closes on Escape and on a click elsewhere. */
for (const menu of document.querySelectorAll("[data-menu]")) {
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
