// The client of a table: the only object between the socket and the screen.
//
// It applies snapshots and updates to a view, numbers commands, repeats unanswered commands after a reconnect, and
// estimates the server's clock. It contains no rules: the view lists the possible actions, and the table accepts or
// refuses commands.
//
// Events: `snapshot` when everything may be new, `update` with the events and the frame before them, `note`, `notice`,
// `chat` with what is said, `chat-refused` with words, `connection` when it is lost or back, `unseated` with words when
// its tokens are no longer valid, `gone` with words when the table does not exist or its opener has removed this
// player. Events can be held back for a screen that is still being fetched.

import { Connection } from "./connection.js";
import { fold } from "./fold.js";
import { ServerClock } from "./server-clock.js";
import { forgetSeats, ticket } from "./tickets.js";

/** @import { ChatCommand, ChatUpdate, AnyAnswer, AnyCommand, AnyEvent, AnyFrame, AnyView, Goodbye, SentCommand, AnyMessage } from "../../wire" */
/** @typedef {{done: true, answer: AnyAnswer} | {done: false, code: string, words: string}} Reply */
/** @typedef {{events: AnyEvent[], before: AnyFrame}} Update */

const OFFLINE = /** @type {const} */ ({ done: false, code: "offline", words: "Not connected. Trying again…" });

/** One number for the life of the page, so that no id of a command is used twice. */
const client = randomInteger();
let lastId = 0;

export class TableClient extends EventTarget {
  /** Null until the first snapshot. @type {AnyView | null} */
  view = null;
  /** When the frame arrived, on the clock of `performance.now()`. */
  arrived = 0;
  /** The last message of the chat; null before the first. @type {ChatUpdate | null} */
  chat = null;
  /** Why the connection is lost, if the server said so. @type {string | null} */
  lostWords = null;
  clock;
  #connection;
  /** The last sequence number seen. @type {number | null} */
  #seq = null;
  /** Commands without an answer, in the order of their ids. @type {Map<number, {sent: SentCommand, done: (reply: Reply) => void}>} */
  #pending = new Map();
  /** Events that wait for `release`. @type {Event[] | null} */
  #held = null;

  /** @param {string} id of the table */
  constructor(id) {
    super();
    this.id = id;
    this.clock = new ServerClock((ping) => this.up && this.#connection.send({ ping }));
    this.#connection = new Connection(id, {
      hello: () => ({ tokens: this.#tokens, client, seq: this.#seq }),
      opened: () => this.#opened(),
      received: (message) => this.#receive(message),
      lost: (words) => {
        this.lostWords = words;
        this.#dispatch("connection");
      },
      unseated: (words) => {
        forgetSeats(this.id);
        this.#seq = null;
        this.#dispatch("unseated", words);
      },
      refused: (words) => this.#dispatch("gone", words),
    });
  }

  get up() {
    return this.#connection.up;
  }

  /**
   * Sends a command; the promise has its answer or its refusal, also over reconnects.
   * @param {AnyCommand} command
   * @returns {Promise<Reply>}
   */
  send(command) {
    // Without a connection nothing is queued: a command must not be executed unexpectedly later.
    if (!this.up) return Promise.resolve(OFFLINE);
    const sent = { id: ++lastId, ...command };
    return new Promise((done) => {
      this.#pending.set(sent.id, { sent, done });
      this.#connection.send(sent);
    });
  }

  /** Says something at the table. @param {ChatCommand} chat */
  say(chat) {
    if (this.up) this.#connection.send({ chat });
  }

  /** Holds events until they are released. */
  hold() {
    this.#held ??= [];
  }

  /** Dispatches what was held back, until somebody holds again. */
  release() {
    const held = this.#held ?? [];
    this.#held = null;
    while (held.length > 0 && this.#held === null) this.dispatchEvent(/** @type {Event} */ (held.shift()));
    if (held.length > 0) this.#held = held;
  }

  /** Connects anew with a new token; the next message is a snapshot. */
  renew() {
    this.#seq = null;
    this.#connection.renew();
  }

  close() {
    this.clock.close();
    this.#connection.close();
  }

  get #tokens() {
    return (ticket(this.id)?.seats ?? []).map(({ token }) => token);
  }

  #opened() {
    for (const { sent } of this.#pending.values()) this.#connection.send(sent);
    this.lostWords = null;
    this.#dispatch("connection");
  }

  /** @param {Exclude<AnyMessage, Goodbye>} message */
  #receive(message) {
    switch (message.message) {
      case "snapshot":
        this.view = message.view;
        this.#arrive(message.view.frame);
        return this.#dispatch("snapshot");
      case "update":
        return this.#update(message.events, message.frame);
      case "reply":
        return this.#answer(message.id, { done: true, answer: message.answer });
      case "refused":
        return this.#answer(message.id, { done: false, code: message.refusal.code, words: message.words });
      case "pong":
        return this.clock.answered(message);
      case "chat":
        this.chat = message;
        return this.#dispatch("chat", message);
      case "chat-refused":
        return this.#dispatch("chat-refused", message.words);
      case "note":
        return this.#dispatch("note", message.note);
      case "notice":
        return this.#dispatch("notice", message);
      case "closed":
        // The connection reports its own error and reconnects.
        return;
    }
  }

  /**
   * @param {AnyEvent[]} events
   * @param {AnyFrame} frame
   */
  #update(events, frame) {
    if (!this.view) return;
    const before = this.view.frame;
    fold(this.view, events, frame);
    this.#arrive(frame);
    this.#dispatch("update", { events, before });
  }

  /** @param {AnyFrame} frame */
  #arrive({ seq, now }) {
    this.#seq = seq;
    this.arrived = performance.now();
    this.clock.guess(now);
  }

  /**
   * @param {number} id
   * @param {Reply} reply
   */
  #answer(id, reply) {
    this.#pending.get(id)?.done(reply);
    this.#pending.delete(id);
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #dispatch(name, detail) {
    const event = new CustomEvent(name, { detail });
    if (this.#held) this.#held.push(event);
    else this.dispatchEvent(event);
  }
}

/** A random integer below 2⁵³. */
function randomInteger() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
}
