// Orders on their way to the table: shown at once, as if granted; forgotten when the table shows them, or refuses.

/** @import { LiveFrame, Square } from "../../../wire" */
/**
 * @typedef {object} Order
 * @property {Square} to
 * @property {number} [goes] since when the piece is shown to go, on the clock of `performance.now()`; not if it waits
 */

export class Orders {
  /** @type {Map<number, Order>} */
  given = new Map();

  /**
   * @param {LiveFrame} frame
   * @param {number} piece
   * @param {Square} to
   * @returns {Order}
   */
  give(frame, piece, to) {
    const place = frame.pieces.find(({ id }) => id === piece)?.place;
    const waits = place?.is === "standing" && place.rests !== null;
    const order = waits ? { to } : { to, goes: performance.now() };
    this.given.set(piece, order);
    return order;
  }

  /**
   * Forgets an order unless a later one took its place.
   * @param {number} piece
   * @param {Order} order
   */
  forget(piece, order) {
    if (this.given.get(piece) === order) this.given.delete(piece);
  }

  /** Forgets what a frame shows or makes impossible. @param {LiveFrame} frame */
  see(frame) {
    for (const [piece, order] of this.given) {
      const place = frame.pieces.find(({ id }) => id === piece)?.place;
      const waits = frame.premoves.some((premove) => premove.piece === piece && premove.to === order.to);
      if (place?.is !== "standing" || waits) this.given.delete(piece);
    }
  }

  /**
   * Orders that wait for resting pieces: those the table knows, and those that it is about to.
   * @param {LiveFrame} frame
   */
  waiting(frame) {
    const told = new Map(frame.premoves.map(({ piece, to }) => [piece, to]));
    for (const [piece, { to, goes }] of this.given) if (goes === undefined) told.set(piece, to);
    return frame.pieces.flatMap(({ id, place }) => {
      const to = told.get(id);
      return to !== undefined && place.is === "standing" ? [{ piece: id, from: place.square, to }] : [];
    });
  }
}
