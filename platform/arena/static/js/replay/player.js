// Where the film stands and whether it runs. Knows nothing of the page; time comes in from outside.

export const SPEEDS = [0.5, 1, 2, 4, 8];
/** At speed 1: a caption of two lines can be read. */
const STEP_MS = 1000;

export class Player {
  /**
   * @param {number} last the last step
   * @param {(player: Player, before: number) => void} changed called after every change
   * @param {{set: (work: () => void, ms: number) => number, clear: (timer: number) => void}} timer
   */
  constructor(last, changed, timer) {
    this.last = last;
    this.at = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.changed = changed;
    this.timer = timer;
    this.waiting = 0;
  }

  /** Milliseconds between two steps. */
  get pace() {
    return STEP_MS / this.speed;
  }

  /** Go to a step; what is out of range becomes the nearest end. @param {number} step */
  seek(step) {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.last, Math.round(step)));
    if (this.at === this.last) this.#stop();
    this.changed(this, before);
  }

  /** Seek by hand: the film stops. @param {number} step */
  go(step) {
    this.#stop();
    this.seek(step);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** From the start again if the film is at its end. */
  play() {
    if (this.isPlaying || this.last === 0) return;
    this.isPlaying = true;
    if (this.at === this.last) this.seek(0);
    else this.changed(this, this.at);
    this.#wait();
  }

  pause() {
    if (!this.isPlaying) return;
    this.#stop();
    this.changed(this, this.at);
  }

  /** @param {1 | -1} direction */
  changeSpeed(direction) {
    const place = SPEEDS.indexOf(this.speed) + direction;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))]);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    if (!SPEEDS.includes(speed)) return;
    this.speed = speed;
    if (this.isPlaying) this.#wait();
    this.changed(this, this.at);
  }

  #wait() {
    this.timer.clear(this.waiting);
    this.waiting = this.timer.set(() => {
      this.seek(this.at + 1);
      if (this.isPlaying) this.#wait();
    }, this.pace);
  }

  #stop() {
    this.isPlaying = false;
    this.timer.clear(this.waiting);
  }
}
