// The form of a tournament: only the settings of the chosen format are shown. Without script all are there, folded.

for (const stage of document.querySelectorAll("[data-stage]")) {
  const choice = stage.querySelector("select");
  /** @type {HTMLElement | null} */
  const advance = stage.querySelector("[data-advance]");
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const groups = stage.querySelectorAll("[data-format]");
  if (!choice) continue;

  const show = () => {
    for (const group of groups) {
      group.hidden = group.dataset.format !== choice.value;
      group.open = !group.hidden;
    }
    if (advance) advance.hidden = !choice.value;
  };
  choice.addEventListener("change", show);
  show();
}
