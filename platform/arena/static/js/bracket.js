// A bracket with script: point at a bot and its way lights up; two buttons zoom. Links and lists work without.

for (const bracket of document.querySelectorAll("[data-bracket]")) {
  const kept = new Set(bracket.querySelectorAll(".is-path"));

  const follow = (seed) => {
    for (const part of bracket.querySelectorAll("[data-seed]")) {
      part.classList.toggle("is-path", seed ? part.dataset.seed === seed : kept.has(part));
    }
  };
  bracket.addEventListener("pointerover", (event) => follow(event.target.closest("[data-seed]")?.dataset.seed));
  bracket.addEventListener("pointerleave", () => follow());
  bracket.addEventListener("focusin", (event) => {
    follow(event.target.querySelector(".is-first[data-seed]")?.dataset.seed);
  });
  bracket.addEventListener("focusout", () => follow());

  const zoom = bracket.closest("section").querySelector("[data-zoom]");
  zoom.hidden = false;
  zoom.addEventListener("click", (event) => {
    const factor = Number(event.target.closest("[data-zoom-by]")?.dataset.zoomBy);
    if (!factor) return;
    const width = Number(bracket.getAttribute("width")) * factor;
    const full = bracket.viewBox.baseVal;
    if (width < full.width / 5 || width > full.width * 4) return;
    bracket.setAttribute("width", width);
    bracket.setAttribute("height", (width * full.height) / full.width);
  });
}
