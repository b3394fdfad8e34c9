// A button that prints. Without script the browser's own menu does.

/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("[data-print]");
for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
