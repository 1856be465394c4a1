// A table without turns as this viewer knows it: the last view with the news applied, the server's clock, and orders that
// are shown before they are granted.
//
// It knows no rule: where a piece could go is asked for, and an order is judged by the server. Events: `view` when
// everything may be new, `news` with the events, `orders` when one was given or came to nothing, `squares` where the
// chosen piece could go, `dropped` with words, `replayed`, `clock` when the estimate of the time moved.

import { ServerClock } from "./clock.js";
import { Course } from "./course.js";
import { Flights } from "./flights.js";
import { Orders } from "./orders.js";

/** @import { Input, LiveFrame, LiveView, Square, Told } from "../../../wire" */
/** @import { Line } from "../line.js" */
/** @import { Company } from "../names.js" */

export class LiveTable extends EventTarget {
  flights = new Flights();
  orders = new Orders();
  #leave = new AbortController();

  /**
   * @param {Line} line
   * @param {LiveView} view the first
   */
  constructor(line, view) {
    super();
    this.line = line;
    this.view = view;
    this.clock = new ServerClock(line, view.frame.now, this.#leave.signal);
    this.clock.addEventListener("change", () => this.#tell("clock"));
    this.#know(view.frame);
  }

  get id() {
    return this.line.id;
  }

  get frame() {
    return this.view.frame;
  }

  /** How time goes by as the table tells it; it stands while there is no line, for nobody knows what happens then. */
  get course() {
    const course = Course.of(this.frame, this.clock, this.view.ticks_a_second);
    return this.line.up ? course : course.stopped();
  }

  /** Who is here, in the way of tables with turns. @returns {Company} */
  get company() {
    const { table, yours, frame } = this.view;
    return { table, game: "kungfu", yours: yours === null ? [] : [yours], frame };
  }

  /** @param {Input} input */
  wish(input) {
    return this.line.wish(input);
  }

  /**
   * Sends a piece somewhere, and shows it before the table has spoken.
   * @param {number} piece
   * @param {Square} to
   */
  async order(piece, to) {
    const order = this.orders.give(this.frame, piece, to);
    this.#tell("orders");
    const answer = await this.wish({ wish: "command", piece, to });
    this.orders.forget(piece, order);
    this.#tell("orders");
    return answer;
  }

  close() {
    this.#leave.abort();
    this.line.close();
  }

  /** @param {Told} told */
  hear(told) {
    switch (told.told) {
      case "live-view":
        this.view = told.view;
        this.#know(told.view.frame);
        this.#tell("view");
        break;
      case "live-news":
        this.view.frame = told.frame;
        this.#know(told.frame);
        this.#tell("news", told.events);
        break;
      case "squares":
      case "dropped":
      case "replayed":
        this.#tell(told.told, told);
        break;
    }
  }

  /** @param {LiveFrame} frame */
  #know(frame) {
    this.line.seen = frame.version;
    this.flights.see(frame);
    this.orders.see(frame);
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
