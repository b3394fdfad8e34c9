// The lobby: only as many chairs are shown as the chosen table has.

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-sit]"))) {
  const table = /** @type {HTMLSelectElement} */ (form.elements.namedItem("variant"));
  const show = () => {
    const seats = Number(table.selectedOptions[0]?.dataset.seats ?? 2);
    for (const chair of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-chair]"))) chair.hidden = Number(chair.dataset.chair) >= seats;
  };
  table.addEventListener("change", show);
  show();
}
