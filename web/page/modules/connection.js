// A WebSocket to a table that reconnects by itself, with growing waits.

/** @import { ChatMessage, Goodbye, Hello, Ping, SentCommand, AnyMessage } from "../../wire" */

/** Close codes after which the page gives up: no such table, turned out of it, left it. */
const FINAL = [4404, 4403, 4405];
/** Nobody may watch. A client that has just got a seat reconnects with its token. */
const NOT_WATCHED = 4406;
/** The tokens open no seat any more; without them one may watch. */
const WRONG_TOKEN = 4401;
/** The close code for a table that has moved to another node, where it is open at once. */
const MOVED = 1012;
const MOVED_WAIT = 150;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/**
 * What happens on a connection.
 * @typedef {object} Listener
 * @property {() => Hello["hello"]} hello asked for at every connection
 * @property {() => void} opened hello is sent, and commands may be
 * @property {(message: Exclude<AnyMessage, Goodbye>) => void} received
 * @property {(words: string | null) => void} lost with the server's words, if it gave any
 * @property {(words: string) => void} unseated the tokens open no seat any more; the next hello goes without them
 * @property {(words: string) => void} refused the table does not exist, or its opener has turned this player out
 */

export class Connection {
  #table;
  #listener;
  #wait = FIRST_WAIT;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | undefined} */
  #timer;
  #closed = false;
  /** Whether the last connection ended because nobody may watch. */
  #unwatched = false;
  /** The server's words before it closed the socket. @type {string | null} */
  #words = null;
  #wake = () => this.#connectAfter(0);

  /**
   * @param {string} table
   * @param {Listener} listener
   */
  constructor(table, listener) {
    this.#table = table;
    this.#listener = listener;
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  get up() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {SentCommand | Ping | ChatMessage} message */
  send(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Connects and says hello again, after the tokens changed. */
  renew() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connectAfter(0);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  #connect() {
    const address = new URL(`ws/${encodeURIComponent(this.#table)}`, document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#words = null;
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      socket.send(JSON.stringify({ hello: this.#listener.hello() }));
      this.#listener.opened();
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (socket === this.#socket && !this.#closed) this.#lost(code, reason);
    });
  }

  /** @param {AnyMessage} message */
  #receive(message) {
    // A server that opens sockets and closes them at once must not be polled quickly.
    this.#wait = FIRST_WAIT;
    if (message.message === "bye" || message.message === "closed") this.#words = message.words;
    if (message.message !== "bye") this.#listener.received(message);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #lost(code, reason) {
    const repeated = code === NOT_WATCHED && this.#unwatched;
    this.#unwatched = code === NOT_WATCHED;
    if (FINAL.includes(code) || repeated) {
      this.close();
      return this.#listener.refused(this.#words ?? reason);
    }
    if (code === WRONG_TOKEN) this.#listener.unseated(this.#words ?? reason);
    this.#listener.lost(this.#words);
    // Random delays, so that pages do not all reconnect to a server at the same time.
    const moved = code === MOVED && this.#wait === FIRST_WAIT;
    this.#connectAfter(moved ? MOVED_WAIT * Math.random() : this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** @param {number} wait in milliseconds */
  #connectAfter(wait) {
    clearTimeout(this.#timer);
    if (this.#closed || this.up || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }
}
