// Who plays at a table without turns, in which colours; what it waits for; how long it has gone on; how far the hall is.

import { notify } from "../announce.js";
import { levelName, levelsOf } from "../catalog.js";
import { elapsedText } from "../clock.js";
import { element, figure, select } from "../element.js";
import { endTitle, seatName } from "../names.js";
import { settings } from "../settings.js";

/** @import { LiveFrame, LiveSeat, SeatNumber } from "../../../wire" */
/** @import { LiveTable } from "./table.js" */

const BEAT = 250;

export class LiveSeats {
  #cards = element("div", { class: "cards" });
  #status = element("p", { class: "turn", role: "status" });
  #time = element("span", { class: "time", role: "timer", "aria-label": "Time played" });
  #trip = element("span", { class: "trip muted", title: "The way to the hall and back" });
  body = element(
    "section",
    { class: "seats", "aria-label": "Players" },
    element("div", { class: "state" }, this.#time, this.#status, this.#trip),
    this.#cards,
  );
  #table;
  #tick;

  /**
   * @param {LiveTable} table
   * @param {() => number} tick that is on the screen
   * @param {AbortSignal} signal
   */
  constructor(table, tick, signal) {
    this.#table = table;
    this.#tick = tick;
    const beat = setInterval(() => this.#count(), BEAT);
    signal.addEventListener("abort", () => clearInterval(beat));
    table.clock.addEventListener("trip", () => this.#measure(), { signal });
  }

  get status() {
    return this.#status.textContent;
  }

  /** @param {LiveFrame} frame the moment that is shown */
  show(frame) {
    const words = statusWords(this.#table);
    if (this.#status.textContent !== words) this.#status.textContent = words;
    this.#count();
    // Made anew only when something about the players changed: a list may be open, or hold the focus.
    const { company, view } = this.#table;
    const names = frame.seats.map((_, seat) => seatName(company, seat));
    const waits = this.#table.frame.phase === "waiting" && this.#table.frame.tick === 0;
    const key = JSON.stringify([frame.seats, frame.offers, names, waits, view.yours, settings.now.pieces]);
    if (this.#cards.dataset.shown === key) return;
    this.#cards.dataset.shown = key;
    this.#cards.replaceChildren(...frame.seats.map((seat, number) => this.#card(frame, seat, number, waits)));
  }

  #count() {
    const text = elapsedText(this.#tick() / this.#table.view.ticks_a_second);
    if (this.#time.textContent !== text) this.#time.textContent = text;
  }

  #measure() {
    const { trip } = this.#table.clock;
    this.#trip.textContent = trip === null ? "" : `${Math.max(1, Math.round(trip))} ms`;
  }

  /**
   * @param {LiveFrame} frame
   * @param {LiveSeat} seat
   * @param {SeatNumber} number
   * @param {boolean} waits
   */
  #card(frame, seat, number, waits) {
    const { company, view } = this.#table;
    const free = waits && view.yours !== null && seat.sitter.is !== "person";
    const { sitter } = seat;
    const notes = [
      view.yours === number && "you",
      sitter.is === "bot" && !free && levelName("kungfu", sitter.spec),
      !seat.alive && "out",
      waits && sitter.is === "person" && (seat.ready ? "ready" : "not ready yet"),
      frame.offers.includes(number) && "offers a draw",
    ].filter(Boolean);
    return element(
      "div",
      { class: "card", "data-seat": number, "data-army": seat.army, "data-out": !seat.alive },
      element("span", { class: "token", title: seat.side }, figure(settings.now.pieces, "king")),
      element(
        "span",
        { class: "name" },
        seatName(company, number),
        notes.length > 0 && element("span", { class: "muted note" }, notes.join(", ")),
      ),
      free && this.#sitter(seat, number),
    );
  }

  /**
   * Who shall sit on a seat that no person has.
   * @param {LiveSeat} seat
   * @param {SeatNumber} number
   */
  #sitter({ sitter, side }, number) {
    const levels = levelsOf("kungfu").map(({ spec, name }) => [spec, name]);
    const options = Object.fromEntries([["link", "By link"], ...levels]);
    const list = select(`seat-${number}`, options, sitter.is === "bot" ? sitter.spec : "link", async () => {
      const answer = await this.#table.wish({ wish: "replace", seat: number, spec: list.value });
      if (answer.granted) return;
      notify(answer.words);
      list.value = sitter.is === "bot" ? sitter.spec : "link";
    });
    list.setAttribute("aria-label", `Who plays ${side}`);
    return list;
  }
}

/** @param {LiveTable} table */
function statusWords({ frame, company }) {
  if (frame.end) return `${endTitle(company)} — ${frame.end.reason}`;
  const open = frame.seats.some(({ sitter }) => sitter.is === "nobody");
  switch (frame.phase) {
    case "waiting":
      if (frame.may.ready) return open ? "Waiting for players. Are you ready?" : "Are you ready?";
      return open ? "Waiting for players…" : "Waiting until all are ready…";
    case "countdown":
      return "Get ready…";
    case "paused":
      return "Paused";
    default:
      return "Running";
  }
}
