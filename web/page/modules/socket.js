// The line to a table: says hello with the last version seen, comes back by itself, and tells when it is away.
//
// Events: `told` with what the server said, `pong` with the answer to a ping, `up` and `down` as the line is there or not,
// `bye` when it is over for good.

/** @import { Asking, Bye, Hello, Ping, Pong, Told } from "../../wire" */

/** The close code for an unknown table; reconnecting would end the same way. */
const NO_SUCH_TABLE = 4404;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class TableSocket extends EventTarget {
  #table;
  #hello;
  #wait = FIRST_WAIT;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | undefined} */
  #timer;
  #over = false;
  #wake = () => this.#again(0);

  /**
   * @param {string} table
   * @param {() => Hello["hello"]} hello asked at every connection
   */
  constructor(table, hello) {
    super();
    this.#table = table;
    this.#hello = hello;
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  get up() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Asking | Ping} asking */
  send(asking) {
    this.#socket?.send(JSON.stringify(asking));
  }

  /** Says hello anew, after the secrets changed. */
  renew() {
    this.#socket?.close();
    this.#again(0);
  }

  close() {
    this.#over = true;
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
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ hello: this.#hello() }));
      this.#wait = FIRST_WAIT;
      this.dispatchEvent(new Event("up"));
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(data));
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket || this.#over) return;
      this.dispatchEvent(new Event("down"));
      // Many pages that lost the same server should not all come back in the same moment.
      this.#again(this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    });
  }

  /** @param {number} wait in milliseconds */
  #again(wait) {
    clearTimeout(this.#timer);
    if (this.#over || this.up || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** @param {Told | Bye | Pong} message */
  #hear(message) {
    if (message.told === "bye") {
      if (message.code !== NO_SUCH_TABLE) return;
      this.close();
      this.dispatchEvent(new CustomEvent("bye", { detail: message.words }));
    } else {
      this.dispatchEvent(new CustomEvent(message.told === "pong" ? "pong" : "told", { detail: message }));
    }
  }
}
