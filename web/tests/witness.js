// What the server sends to a page, as a test reads it.

/** @import { Page } from "@playwright/test" */
/** @import { AnyMessage, LiveFrame, LiveView, ReplayFrame, Square, TurnFrame, TurnView } from "../wire" */

export class Witness {
  /** @type {TurnView | null} */
  view = null;
  /** @type {TurnFrame | null} */
  frame = null;
  /** The same of a live table. @type {LiveView | null} */
  live = null;
  /** Every frame of it that came. @type {LiveFrame[]} */
  frames = [];
  /** Where the selected piece could go. @type {{piece: number, squares: Square[]} | null} */
  targets = null;
  /** @type {ReplayFrame | null} */
  replay = null;
  /** The table that the last message was about. */
  table = "";

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.#receive(JSON.parse(String(payload)))),
    );
  }

  /** @param {AnyMessage} message */
  #receive(message) {
    if (message.message === "snapshot") this.#snapshot(message.view);
    if (message.message === "update") this.#update(message.frame);
    if (message.message !== "reply") return;
    if (message.answer.answer === "squares") this.targets = message.answer;
    if (message.answer.answer === "replay") this.replay = message.answer.replay;
  }

  /** @param {TurnView | LiveView} view */
  #snapshot(view) {
    this.table = view.table;
    if ("record" in view) this.view = view;
    else this.live = view;
    this.#update(view.frame);
  }

  /** @param {TurnFrame | LiveFrame} frame */
  #update(frame) {
    if ("scene" in frame) this.frame = frame;
    else this.frames.push(frame);
  }
}
