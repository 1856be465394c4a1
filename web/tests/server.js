// The real server for tests and measurements: `threefold serve` on a free port, with data of its own; or two nodes
// behind a proxy, which behave the same (nodes.js).
//
// THREEFOLD names the program; `cargo xtask web` sets it. With the test clock nothing happens by itself at a table:
// time passes only when a test advances it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Balancer, freePort, Nodes, newDatabase } from "./nodes.js";

/** The program under test. */
export const PROGRAM = process.env.THREEFOLD ?? fileURLToPath(new URL("../../target/debug/threefold", import.meta.url));
const { NODES, DATABASE } = process.env;

/** What runs behind an address. @typedef {{kill(): Promise<void>, start(): Promise<void>, close(): Promise<void>}} Behind */

export class Server {
  #behind;
  #clocks;

  /**
   * @param {Behind} behind
   * @param {string} address without a slash at the end
   * @param {string[]} clocks addresses where time can be driven
   */
  constructor(behind, address, clocks) {
    this.#behind = behind;
    this.address = address;
    this.#clocks = clocks;
  }

  /** @param {{time?: "real" | "driven"}} [options] */
  static async start({ time = "real" } = {}) {
    const clock = time === "driven" ? ["--test-clock"] : [];
    if (NODES && DATABASE) return Server.#several(NODES, DATABASE, clock);
    const single = await Single.start(clock);
    return new Server(single, single.address, [single.address]);
  }

  /**
   * @param {string} kind
   * @param {string} database
   * @param {string[]} clock
   */
  static async #several(kind, database, clock) {
    if (kind !== "haproxy" && kind !== "nginx") throw new Error(`no proxy '${kind}'`);
    const ports = [await freePort(), await freePort()];
    const nodes = new Nodes(PROGRAM, ["--database", await newDatabase(database), ...clock], ports);
    await nodes.start();
    const balancer = await Balancer.start(kind, ports).catch(async (error) => {
      await nodes.kill();
      throw error;
    });
    const behind = {
      kill: () => nodes.kill(),
      start: () => nodes.start(),
      close: async () => {
        await nodes.kill();
        await balancer.close();
      },
    };
    return new Server(behind, balancer.address, nodes.addresses);
  }

  /** Lets time pass at the tables. @param {number} ms */
  async pass(ms) {
    for (const address of this.#clocks) await post(`${address}/test/pass`, { ms });
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  async post(path, body) {
    return post(this.address + path, body);
  }

  /** Stops without a word, as a crash would; the data stay for `restart`. */
  async kill() {
    await this.#behind.kill();
  }

  /** Starts again at the same address, with the same data. */
  async restart() {
    await this.#behind.start();
  }

  async close() {
    await this.#behind.close();
  }
}

/** One process with SQLite. */
class Single {
  #process;
  #data;
  #clock;

  /**
   * @param {import("node:child_process").ChildProcess} process
   * @param {string} data
   * @param {string} address
   * @param {string[]} clock
   */
  constructor(process, data, address, clock) {
    this.#process = process;
    this.#data = data;
    this.address = address;
    this.#clock = clock;
  }

  /** @param {string[]} clock */
  static async start(clock) {
    const data = await mkdtemp(join(tmpdir(), "threefold-page-"));
    const { child, address } = await serve(0, data, clock);
    return new Single(child, data, address, clock);
  }

  async start() {
    const port = Number(new URL(this.address).port);
    this.#process = (await serve(port, this.#data, this.#clock)).child;
  }

  async kill() {
    const gone = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await gone;
  }

  async close() {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.kill();
    await rm(this.#data, { recursive: true, force: true });
  }
}

/**
 * @param {number} port
 * @param {string} data
 * @param {string[]} clock
 */
async function serve(port, data, clock) {
  const options = ["serve", "--listen", `127.0.0.1:${port}`, "--data", data, ...clock];
  const child = spawn(PROGRAM, options, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const address = String(line).split(/\s+/).at(-1) ?? "";
  return { child, address: address.replace(/\/$/, "") };
}

/**
 * @param {string} address
 * @param {object} body
 */
async function post(address, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const content = await answer.json();
  if (!answer.ok) throw new Error(`${address}: ${content.error?.words ?? answer.status}`);
  return content;
}
