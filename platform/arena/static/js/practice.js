// The form of a practice match: no more opponents than the variant has seats for. Without script the server says so.

for (const form of document.querySelectorAll("form[data-opponents]")) {
  /** @type {Record<string, number[]>} */
  const counts = JSON.parse(/** @type {HTMLElement} */ (form).dataset.opponents ?? "{}");
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = form.querySelectorAll("input[name=opponents]");
  const variant = /** @type {HTMLSelectElement | null} */ (form.querySelector("select[name=variant]"));
  const refusal = /** @type {HTMLElement | null} */ (form.querySelector("[data-refusal]"));
  const button = /** @type {HTMLButtonElement | null} */ (form.querySelector("button[type=submit]"));
  if (!variant || !refusal || !button) continue;

  const check = () => {
    const fitting = counts[variant.value] ?? [];
    const most = Math.max(0, ...fitting);
    const chosen = [...boxes].filter((box) => box.checked).length;
    for (const box of boxes) box.disabled = !box.checked && chosen >= most;
    refusal.hidden = fitting.includes(chosen);
    button.disabled = !refusal.hidden;
  };
  form.addEventListener("change", check);
  check();
}
