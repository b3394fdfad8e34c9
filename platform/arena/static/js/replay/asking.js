// The link to the page on which bots are asked goes to the decision that the viewer shows.

const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-ask-bots]"));
const timeline = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-viewer] [data-slider]"));

if (link && timeline) {
  const follow = () => {
    const place = new URL(link.href);
    place.searchParams.set("step", String(Math.min(Number(timeline.value), Math.max(0, Number(timeline.max) - 1))));
    link.href = place.href;
  };
  // The viewer moves the slider by itself too, and says so by its spoken value.
  new MutationObserver(follow).observe(timeline, { attributes: true, attributeFilter: ["aria-valuetext", "max"] });
  follow();
}
