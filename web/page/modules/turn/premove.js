// A premove: the page holds it until the player's turn, then sends it if the table offers it.

/** @import { LegalMove, Square } from "../../../wire" */
/** @typedef {{from: Square, to: Square}} Planned */

export class Premove {
  /** @type {Planned | null} */
  planned = null;

  /** What the board marks. */
  get marked() {
    return this.planned === null ? [] : [this.planned];
  }

  /**
   * @param {Square} from
   * @param {Square} to
   */
  plan(from, to) {
    this.planned = { from, to };
  }

  /** Takes the plan away; says whether there was one. */
  drop() {
    const had = this.planned !== null;
    this.planned = null;
    return had;
  }

  /**
   * The moves of the turn that are the planned one; the plan is over then. Null without a plan.
   * @param {LegalMove[]} choices
   */
  redeem(choices) {
    const { planned } = this;
    this.planned = null;
    return planned && choices.filter(({ from, to }) => from === planned.from && to === planned.to);
  }
}
