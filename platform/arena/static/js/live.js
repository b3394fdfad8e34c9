// Follows an event stream of the server. When there is none, pages go on polling.

/** After the server ended the stream for good (too many, or a restart): pages poll meanwhile. */
const TRY_AGAIN_MS = 30_000;

/**
 * @param {string} url
 * @param {Record<string, (data: any) => void>} hear by kind of event; "open" and "down" are ours, without data
 * @returns {() => void} stops following
 */
export function follow(url, hear) {
  /** @type {EventSource | null} */ let source = null;
  let timer = 0;

  const stop = () => {
    source?.close();
    source = null;
    window.clearTimeout(timer);
  };
  const start = () => {
    source = new EventSource(url);
    source.addEventListener("open", () => hear.open?.(null));
    source.addEventListener("error", () => {
      hear.down?.(null);
      // A lost connection is taken up again by the browser, with the last id; a refusal is final: ask again later.
      if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(start, TRY_AGAIN_MS);
    });
    for (const [kind, work] of Object.entries(hear)) {
      if (kind === "open" || kind === "down") continue;
      source.addEventListener(kind, (event) => work(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    }
    source.addEventListener("done", stop);
  };
  start();
  // A page in the browser's back-forward cache must not hold a connection.
  window.addEventListener("pagehide", stop, { once: true });
  return stop;
}
