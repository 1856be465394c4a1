// Moves that the table has not answered: shown at once, and removed when the table shows or refuses them.

/** @import { LiveFrame, Square } from "../../../wire" */
/**
 * @typedef {object} SentMove
 * @property {Square} to
 * @property {number} [since] when the piece began to go, on the clock of `performance.now()`; not if it rests
 */

export class SentMoves {
  /** By the piece. @type {Map<number, SentMove>} */
  sent = new Map();

  /**
   * @param {LiveFrame} frame
   * @param {number} piece
   * @param {Square} to
   * @returns {SentMove}
   */
  add(frame, piece, to) {
    const place = frame.pieces.find(({ id }) => id === piece)?.place;
    const rests = place?.is === "standing" && place.rests !== null;
    const move = rests ? { to } : { to, since: performance.now() };
    this.sent.set(piece, move);
    return move;
  }

  /**
   * Forgets a move unless a later one took its place.
   * @param {number} piece
   * @param {SentMove} move
   */
  forget(piece, move) {
    if (this.sent.get(piece) === move) this.sent.delete(piece);
  }

  /** Forgets what a frame shows or makes impossible. @param {LiveFrame} frame */
  see(frame) {
    for (const [piece, move] of this.sent) {
      const place = frame.pieces.find(({ id }) => id === piece)?.place;
      const waits = frame.premoves.some((premove) => premove.piece === piece && premove.to === move.to);
      if (place?.is !== "standing" || waits) this.sent.delete(piece);
    }
  }

  /**
   * Premoves: those the table has, and those on their way to it.
   * @param {LiveFrame} frame
   */
  premoves(frame) {
    const goals = new Map(frame.premoves.map(({ piece, to }) => [piece, to]));
    for (const [piece, { to, since }] of this.sent) if (since === undefined) goals.set(piece, to);
    return frame.pieces.flatMap(({ id, place }) => {
      const to = goals.get(id);
      return to !== undefined && place.is === "standing" ? [{ piece: id, from: place.square, to }] : [];
    });
  }
}
