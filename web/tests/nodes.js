// Two nodes on PostgreSQL behind HAProxy or nginx, with the files of deploy/, instead of one server. NODES names the
// proxy and DATABASE a PostgreSQL, where every cluster gets its own database. `cargo xtask web haproxy` and `cargo
// xtask web nginx` set both.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

const run = promisify(execFile);

/** Names, ports as in deploy/. */
const NODES = /** @type {const} */ ([
  ["a", 3341],
  ["b", 3342],
]);
const PROXIES = {
  haproxy: { file: "haproxy.cfg", port: 8080, options: ["-f"] },
  nginx: { file: "nginx.conf", port: 8081, options: ["-g", "daemon off;", "-c"] },
};

export class Nodes {
  /** @type {ChildProcess[]} */
  processes = [];
  #ports;
  #program;
  #options;

  /**
   * @param {string} program
   * @param {string[]} options of every node
   * @param {number[]} ports of the nodes
   */
  constructor(program, options, ports) {
    this.#program = program;
    this.#options = options;
    this.#ports = ports;
  }

  /** Addresses of the nodes themselves. */
  get addresses() {
    return this.#ports.map((port) => `http://127.0.0.1:${port}`);
  }

  async start() {
    const started = NODES.map(async ([name], at) => {
      const listen = ["--listen", `127.0.0.1:${this.#ports[at]}`, "--peer-listen", "127.0.0.1:0", "--name", name];
      const child = spawn(this.#program, ["serve", ...listen, ...this.#options], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      await once(createInterface({ input: child.stdout }), "line");
      return child;
    });
    this.processes = await Promise.all(started);
  }

  async kill() {
    await Promise.all(this.processes.map(killed));
  }
}

/** The proxy of deploy/ before two nodes. */
export class Balancer {
  #process;
  #folder;

  /**
   * @param {ChildProcess} process
   * @param {string} folder
   * @param {string} address
   */
  constructor(process, folder, address) {
    this.#process = process;
    this.#folder = folder;
    this.address = address;
  }

  /**
   * Another program may take the port before the proxy listens there; then another one is tried.
   * @param {keyof typeof PROXIES} kind
   * @param {number[]} ports of the nodes
   */
  static async start(kind, ports) {
    for (let tries = 1; ; tries++) {
      try {
        return await Balancer.#started(kind, ports);
      } catch (error) {
        if (tries === 3) throw error;
      }
    }
  }

  /**
   * @param {keyof typeof PROXIES} kind
   * @param {number[]} ports of the nodes
   */
  static async #started(kind, ports) {
    const { file: example, port: usual, options } = PROXIES[kind];
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), "threefold-balancer-"));
    const written = await readFile(fileURLToPath(new URL(`../../deploy/${example}`, import.meta.url)), "utf8");
    let text = written.replace(`:${usual}`, `:${port}`);
    NODES.forEach(([, port], at) => {
      text = text.replace(`:${port}`, `:${ports[at]}`);
    });
    const file = join(folder, "settings");
    await writeFile(file, text.replace("pid threefold", `pid ${folder}/threefold`));
    const child = spawn(kind, [...options, file], { stdio: "ignore" });
    const address = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(`${address}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(`${kind} ended with ${child.exitCode}`);
    }
    return new Balancer(child, folder, address);
  }

  async close() {
    await killed(this.#process);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A database of its own; returns its address. @param {string} server */
export async function newDatabase(server) {
  const name = `page${process.pid}x${Math.random().toString(36).slice(2)}`;
  await run("psql", [server, "-qc", `CREATE DATABASE ${name}`]);
  const address = new URL(server);
  address.pathname = name;
  return address.href;
}

/** A port that nobody uses at this moment. */
export async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  await once(listener, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** @param {ChildProcess} child */
async function killed(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
