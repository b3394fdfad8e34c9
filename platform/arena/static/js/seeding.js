// Seeds by dragging. The buttons beside each line do the same, by keyboard and without script.

for (const list of document.querySelectorAll("[data-seeds]")) {
  let dragged = null;
  for (const line of list.children) {
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
      if (!dragged || dragged === line) return;
      const form = dragged.querySelector("form");
      const seed = document.createElement("input");
      seed.type = "hidden";
      seed.name = "seed";
      seed.value = [...list.children].indexOf(line) + 1;
      form.append(seed);
      form.submit();
    });
  }
}
