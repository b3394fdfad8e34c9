// Work that reads the layout waits for the next frame: several steps within one frame then cost one layout.

/** @type {Map<string, () => void>} */
const waiting = new Map();

/** The last work of a name is done, before the next frame is painted. @param {string} name @param {() => void} work */
export function nextFrame(name, work) {
  if (waiting.size === 0) requestAnimationFrame(run);
  waiting.set(name, work);
}

function run() {
  const works = [...waiting.values()];
  waiting.clear();
  for (const work of works) work();
}
