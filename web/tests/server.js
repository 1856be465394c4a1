// The real server for tests and measurements: `threefold serve` on a free port, with data of its own.
//
// THREEFOLD names the program; `cargo xtask web` sets it. With a driven clock nothing happens by itself at a table: time
// passes when a test says so.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env.THREEFOLD ?? fileURLToPath(new URL("../../target/debug/threefold", import.meta.url));

export class Server {
  #process;
  #data;

  /**
   * @param {import("node:child_process").ChildProcess} process
   * @param {string} data
   * @param {string} address without a slash at the end
   */
  constructor(process, data, address) {
    this.#process = process;
    this.#data = data;
    this.address = address;
  }

  /** @param {{time?: "real" | "driven", port?: number, data?: string}} [options] */
  static async start({ time = "real", port = 0, data } = {}) {
    const folder = data ?? (await mkdtemp(join(tmpdir(), "threefold-page-")));
    const clock = time === "driven" ? ["--test-clock"] : [];
    const options = ["serve", "--listen", `127.0.0.1:${port}`, "--data", folder, ...clock];
    const child = spawn(PROGRAM, options, { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const address = String(line).split(/\s+/).at(-1) ?? "";
    return new Server(child, folder, address.replace(/\/$/, ""));
  }

  /** Lets time pass at the tables. @param {number} ms */
  async pass(ms) {
    await this.post("/test/pass", { ms });
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  async post(path, body) {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(this.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    const content = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${content.error?.words ?? answer.status}`);
    return content;
  }

  /** Stops without a word, as a crash would; the data stay for `restart`. */
  async kill() {
    const gone = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await gone;
  }

  /** Starts again at the same address, with the same data. */
  async restart() {
    const port = Number(new URL(this.address).port);
    this.#process = (await Server.start({ port, data: this.#data })).#process;
  }

  async close() {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.kill();
    await rm(this.#data, { recursive: true, force: true });
  }
}
