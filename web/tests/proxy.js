// A TCP proxy in front of the real server, for tests of bad connections: it can cut every connection, refuse new ones,
// and delay what a side sends.

import { once } from "node:events";
import { connect, createServer } from "node:net";

/** @typedef {import("node:net").Socket} Socket */

export class CuttingProxy {
  #listener;
  /** @type {Set<Socket>} */
  #sockets = new Set();
  #refusing = false;
  /** What waits to be passed on to the server. @type {(() => void)[] | null} */
  #held = null;

  /** @param {string} server its address */
  constructor(server) {
    const { hostname, port } = new URL(server);
    this.#listener = createServer((page) => {
      if (this.#refusing) return void page.destroy();
      const behind = connect(Number(port), hostname);
      for (const [one, other] of /** @type {const} */ ([
        [page, behind],
        [behind, page],
      ])) {
        this.#sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
      behind.on("data", (bytes) => page.write(bytes));
      page.on("data", (bytes) => this.#pass(() => behind.write(bytes)));
    });
  }

  /** Starts to listen; returns the address for the page. */
  async start() {
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    const address = this.#listener.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Cuts every connection; what was held back is lost. */
  cut() {
    this.#held = null;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts every connection and refuses new ones until `open`. */
  shut() {
    this.#refusing = true;
    this.cut();
  }

  open() {
    this.#refusing = false;
  }

  /** Holds back what pages send, until `release`. */
  hold() {
    this.#held ??= [];
  }

  release() {
    const held = this.#held ?? [];
    this.#held = null;
    for (const pass of held) pass();
  }

  async close() {
    this.cut();
    this.#listener.close();
    await once(this.#listener, "close");
  }

  /** @param {() => void} pass */
  #pass(pass) {
    if (this.#held) this.#held.push(pass);
    else pass();
  }
}
