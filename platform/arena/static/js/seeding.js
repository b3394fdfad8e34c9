// Seeds by dragging, and by the up and down keys on a line or its buttons. The buttons do the same without script. After
// a move the address names the line that moved, so the browser gives it the keyboard.

const STEPS = new Map([
  ["ArrowUp", -1],
  ["ArrowDown", 1],
]);

/**
 * Ask for a seed through the form of a line: the server moves it and shows the new order.
 * @param {HTMLElement} line
 * @param {number} seed
 */
function move(line, seed) {
  const form = line.querySelector("form");
  if (!form) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "seed";
  field.value = String(seed);
  form.append(field);
  form.submit();
}

for (const list of document.querySelectorAll("[data-seeds]")) {
  /** @type {HTMLElement | null} */
  let dragged = null;
  const lines = /** @type {HTMLElement[]} */ ([...list.children]);
  const place = (/** @type {HTMLElement} */ line) => lines.indexOf(line) + 1;

  for (const line of lines) {
    line.draggable = true;
    line.addEventListener("dragstart", () => {
      dragged = line;
    });
    line.addEventListener("dragover", (event) => {
      event.preventDefault();
      line.classList.add("is-target");
    });
    line.addEventListener("dragleave", () => line.classList.remove("is-target"));
    line.addEventListener("drop", (event) => {
      event.preventDefault();
      if (dragged && dragged !== line) move(dragged, place(line));
    });
    line.addEventListener("keydown", (event) => {
      const by = STEPS.get(event.key) ?? 0;
      const to = place(line) + by;
      if (!by || to < 1 || to > lines.length) return;
      event.preventDefault();
      move(line, to);
    });
  }
}
