// Parts of pages that htmx fetches again: at once when the server says there is news, by polling while it cannot say so.
//
//   <div data-live="/live/matches/3/" data-live-part="#progress"> … <div id="progress" hx-trigger="every 2s, live" …>
//
// `data-live-kind` names the kind of news that matters, where a channel tells more than the part shows.

import { follow } from "./live.js";

/** Between two looks at a part: a burst of news is one look, and a person sees no delay. */
const LEAST_PAUSE_MS = 400;

for (const place of document.querySelectorAll("[data-live]")) {
  if (!(place instanceof HTMLElement) || !place.dataset.live || !place.dataset.livePart) continue;
  const { live, livePart, liveKind = "news" } = place.dataset;
  let isOpen = false;
  let isAsking = false;
  let isLoading = false;
  let isStale = false;
  let timer = 0;

  const refresh = () => {
    timer = 0;
    // htmx would keep the question with the element that the answer under way replaces, and lose both.
    isStale = isLoading;
    if (isStale) return;
    isAsking = true;
    document.querySelector(livePart)?.dispatchEvent(new CustomEvent("live"));
    isAsking = false;
  };
  // News comes in bursts: the first is shown at once, the rest together.
  const news = () => {
    if (timer) return;
    refresh();
    timer = window.setTimeout(() => {
      timer = 0;
      refresh();
    }, LEAST_PAUSE_MS);
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!(event.target instanceof Element && event.target.matches(livePart))) return;
    if (isOpen && !isAsking) event.preventDefault();
    else isLoading = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    // The element is replaced by now, and the event comes from what is left around it.
    if (!(/** @type {CustomEvent} */ (event).detail.requestConfig.elt.matches(livePart))) return;
    isLoading = false;
    // Not at once: htmx makes the new element listen a moment after it has put it in place.
    if (isStale && !timer) timer = window.setTimeout(refresh, LEAST_PAUSE_MS);
  });
  follow(live, {
    open: () => {
      isOpen = true;
      news();
    },
    down: () => (isOpen = false),
    [liveKind]: news,
    reset: news,
    done: () => {
      isOpen = false;
      news();
    },
  });
}
