// The shapes that travel between the modules of the viewer. Types only: nothing here runs.

/**
 * @typedef {Record<string, any>} View a seat's or a spectator's view, as the game's README describes it
 * @typedef {Record<string, any> & {type: string}} GameEvent
 * @typedef {{seat: number, decision: string, action?: string, ms?: number, clock?: {decision_ms: number, bank_ms: number},
 *   legal?: string[], legal_count?: number, number: number}} Decision  number: the how many-th of this seat, from 1
 * @typedef {{view: View, open: View | null, events: GameEvent[], next: Decision | null}} Step
 * @typedef {{seat: number, kind: string, after: number}} Fault
 * @typedef {{name: string, version: string}} SeatName
 * @typedef {{game: string, variant: string, title: string, as: string, seats: SeatName[], sides: number[][],
 *   ranks: number[], termination: string, faults: Fault[], tints?: number[]}} Head  tints: a colour for each seat, by number
 * @typedef {Head & {steps: Step[]}} Film
 *
 * @typedef {"wide" | "tall"} Shape
 * @typedef {{zone: string, face: string | null, x: number, y: number, scale?: number, turn?: number,
 *   lit?: boolean, dim?: boolean, fresh?: boolean, title?: string}} Card  x and y are the middle of the card
 * @typedef {{key: string, tag: string, cls?: string, at?: [number, number], attrs?: Record<string, string | number>,
 *   text?: string, title?: string}} Thing  furniture of the table: a plate, a label, a token
 * @typedef {{width: number, height: number, cards: Card[], things: Thing[], spots: Record<string, [number, number]>}} Scene
 * @typedef {{from: string, to: string, face: string | null}} Move
 * @typedef {{kind: string, label: string, weight?: number}} Mark  weight: how much of the height of the timeline, up to 1
 * @typedef {[string, Record<string, string | number>, string?]} Drawing  one SVG element: tag, attributes, text
 *
 * @typedef {{zone: string, face?: string, place?: number}} Pick  one card: of this face, or at this place of its zone (from
 *   the end where negative), or any of the zone
 * @typedef {{id: number, name: string, action: Record<string, any>}} Option  what a person may choose
 *
 * @typedef {object} Table  what a game's folder provides
 * @property {(step: Step, head: Head, shape: Shape, near: number) => Scene} scene
 * @property {(face: string) => Drawing[]} face
 * @property {(face: string) => string} cardName
 * @property {(events: GameEvent[]) => Move[]} moves
 * @property {(event: GameEvent, who: (seat: number) => string) => string} tell
 * @property {(event: GameEvent, who: (seat: number) => string) => Mark | null} mark
 * @property {Record<string, string>} asks  what a decision is about: "Fox to ..."
 * @property {Record<string, string>} marks  what the kinds of marks on the timeline mean
 * @property {(face: string) => string} [help]  what a card does, for people who do not know the game
 * @property {(name: string, view: View, who: (seat: number) => string) => string} [option]  an option in plain words
 * @property {Record<string, string>} [rules]  the rule that applies, by kind of decision
 * @property {(action: Record<string, any>, view: View) => Pick[]} [picks]  the cards on the table that an action of the near seat is about
 * @property {(action: Record<string, any>, view: View) => string | null} [goal]  the zone a card is dragged to for it
 * @property {(card: Card, view: View) => string} [refusal]  why a card cannot be chosen now, in a sentence
 * @property {(zone: string) => string} [zone]  where a card lies, for those who cannot see it
 * @property {string[]} dealing  events that tell of cards dealt: not worth saying where all cards can be seen
 */

export {};
