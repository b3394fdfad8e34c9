// Seeds by dragging (mouse, pen or finger), and by the up and down keys on a line or its buttons. The buttons do the same
// without script. After a move the address names the line that moved, so the browser gives it the keyboard.

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
  const lines = /** @type {HTMLElement[]} */ ([...list.children]);
  const place = (/** @type {HTMLElement} */ line) => lines.indexOf(line) + 1;

  /** The line at a height of the page; above the first it is the first, below the last the last. */
  const at = (/** @type {number} */ height) =>
    lines.find((line) => height < line.getBoundingClientRect().bottom) ?? lines[lines.length - 1];

  const mark = (/** @type {HTMLElement | null} */ target) => {
    for (const line of lines) line.classList.toggle("is-target", line === target);
  };

  for (const line of lines) {
    let isDragged = false;
    const end = () => {
      isDragged = false;
      line.classList.remove("is-dragged");
      mark(null);
    };
    line.addEventListener("pointerdown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.button !== 0 || target.closest("button, a, input")) return;
      // A finger on a line scrolls the page; on its handle it drags.
      if (event.pointerType !== "mouse" && !target.closest("[data-handle]")) return;
      event.preventDefault();
      isDragged = true;
      line.classList.add("is-dragged");
      line.setPointerCapture(event.pointerId);
    });
    line.addEventListener("pointermove", (event) => {
      if (isDragged) mark(at(event.clientY));
    });
    line.addEventListener("pointerup", (event) => {
      if (!isDragged) return;
      const to = at(event.clientY);
      end();
      if (to !== line) move(line, place(to));
    });
    line.addEventListener("pointercancel", end);
    line.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isDragged) end();
      const by = STEPS.get(event.key) ?? 0;
      const to = place(line) + by;
      if (!by || to < 1 || to > lines.length) return;
      event.preventDefault();
      move(line, to);
    });
  }
}
