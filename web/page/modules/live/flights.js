// Knights of other players: their position arrives a few times per move; between two positions they are extrapolated.

/** @import { LiveFrame } from "../../../wire" */
/** @import { Glide, Spot } from "../board/glide.js" */
/** @import { TickClock } from "./tick-clock.js" */

/** So many places come in the time of a square. */
const GLIMPSES = 3;

export class Flights {
  /** @type {Map<number, {spot: Spot, tick: number, speed: Spot}>} */
  #seen = new Map();

  /** @param {LiveFrame} frame */
  see(frame) {
    const before = this.#seen;
    this.#seen = new Map();
    for (const { id, place } of frame.pieces) {
      if (place.is !== "flying") continue;
      const spot = /** @type {Spot} */ ([place.at[0] / 60, place.at[1] / 60]);
      const last = before.get(id);
      const ticks = last ? frame.tick - last.tick : 0;
      const speed = /** @type {Spot} */ (
        last && ticks > 0
          ? [(spot[0] - last.spot[0]) / ticks, (spot[1] - last.spot[1]) / ticks]
          : (last?.speed ?? [0, 0])
      );
      this.#seen.set(id, { spot, tick: frame.tick, speed });
    }
  }

  /**
   * The way of a knight from its last known place until the next comes.
   * @param {number} id
   * @param {TickClock} clock
   * @param {number} square ticks of a square
   * @returns {Glide | null}
   */
  glide(id, clock, square) {
    const seen = this.#seen.get(id);
    if (!seen) return null;
    const { spot, tick, speed } = seen;
    const ticks = Math.ceil(square / GLIMPSES);
    const to = /** @type {Spot} */ ([spot[0] + speed[0] * ticks, spot[1] + speed[1] * ticks]);
    return { from: spot, to, ...clock.span(tick, ticks) };
  }
}
