// A player who is away: since when, and what can be done about it after a minute.

import { refuse } from "./announce.js";
import { elapsedText } from "./clock.js";
import { element } from "./element.js";
import { ownSeat, seatName } from "./names.js";

/** @import { AnyView } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */

const INTERVAL = 250;

export class AbsenceCard {
  body = element("section", { class: "absence", "aria-label": "Away", hidden: true });
  #words = element("span", { role: "status" });
  #left = element("b", { class: "time" });
  #claim = element("button", { type: "button", class: "primary", hidden: true }, "Claim the win");
  #callOff = element("button", { type: "button", hidden: true }, "Call the game off");
  #client;
  /** When the game can be claimed, on the clock of `performance.now()`. @type {number | null} */
  #claimAt = null;

  /**
   * @param {TableClient} client
   * @param {AbortSignal} signal
   */
  constructor(client, signal) {
    this.#client = client;
    this.#claim.addEventListener("click", () => this.#send("claim-win", this.#claim));
    this.#callOff.addEventListener("click", () => this.#send("call-off", this.#callOff));
    this.body.append(this.#words, this.#left, this.#claim, this.#callOff);
    const timer = setInterval(() => this.#count(), INTERVAL);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** @param {AnyView} view */
  show(view) {
    const { absence, may, now } = view.frame;
    const own = ownSeat(view);
    this.body.hidden = absence === null || absence.seat === own;
    if (absence === null) return;
    const claimable = may["claim-win"] || (may["call-off"] && now >= absence.claim_at);
    this.#claimAt = this.#client.arrived + (absence.claim_at - now);
    const name = seatName(view, absence.seat);
    const waits =
      own === null ? "" : claimable ? " Wait, or end the game." : " If they do not come back, you can end the game in ";
    const words = `${name} is away.${waits}`;
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#left.hidden = own === null || claimable;
    this.#claim.hidden = !may["claim-win"];
    this.#callOff.hidden = !claimable || !may["call-off"];
    this.#count();
  }

  #count() {
    if (this.body.hidden || this.#claimAt === null) return;
    const left = elapsedText(Math.ceil(Math.max(0, this.#claimAt - performance.now()) / 1000));
    if (this.#left.textContent !== left) this.#left.textContent = left;
  }

  /**
   * @param {"claim-win" | "call-off"} command
   * @param {HTMLElement} beside
   */
  async #send(command, beside) {
    const reply = await this.#client.send({ kind: "common", command });
    if (!reply.done) refuse(reply.words, beside.getBoundingClientRect());
  }
}
