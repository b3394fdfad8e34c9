// Drag and drop onto an upload form: the file goes into its file field, the name is shown. Works without it too.
const form = /** @type {HTMLElement | null} */ (document.querySelector("[data-drop]"));
const field = form?.querySelector('input[type="file"]');

if (form && field instanceof HTMLInputElement) {
  const wanted = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  form.addEventListener("dragover", (event) => {
    if (wanted(event)) {
      event.preventDefault();
      form.classList.add("is-drop");
    }
  });
  form.addEventListener("dragleave", () => form.classList.remove("is-drop"));
  form.addEventListener("drop", (event) => {
    if (!wanted(event) || !event.dataTransfer) return;
    event.preventDefault();
    form.classList.remove("is-drop");
    field.files = event.dataTransfer.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
