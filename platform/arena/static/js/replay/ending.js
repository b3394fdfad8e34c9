// The end of a game is an event: a card over the table says who won. It comes with the last step and goes with it.

export class Ending {
  /** @param {HTMLElement | null} card without one the page has no such event */
  constructor(card) {
    this.card = card;
    this.isClosed = false;
  }

  /** @param {boolean} isOver is the film at its last step? @param {string} words who won, or lost */
  follow(isOver, words) {
    if (!this.card) return;
    const title = this.card.querySelector("h2");
    if (isOver && title) title.textContent = words;
    // Closed by hand it stays away until the end comes once more.
    if (!isOver) this.isClosed = false;
    this.card.hidden = !isOver || this.isClosed;
  }

  close() {
    this.isClosed = true;
    if (this.card) this.card.hidden = true;
  }
}
