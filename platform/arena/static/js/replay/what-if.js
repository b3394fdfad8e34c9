// Keeps "take over from decision …" at the decision that the viewer shows. Knows nothing else of it.

const whatIf = document.querySelector("[data-what-if]");
const slider = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-viewer] [data-slider]"));
const at = /** @type {HTMLInputElement | null} */ (whatIf?.querySelector("[data-at]") ?? null);

if (slider && at) {
  const follow = () => {
    at.max = slider.max;
    at.value = slider.value;
  };
  new MutationObserver(follow).observe(slider, { attributes: true, attributeFilter: ["aria-valuetext"] });
  follow();
}
