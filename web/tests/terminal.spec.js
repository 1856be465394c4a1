// The terminal at a table of a browser: `threefold join` with its link, a whole game between the two.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./fixtures.js";
import { PROGRAM } from "./server.js";

const run = promisify(execFile);

/** A terminal of its own, in tmux. */
class Terminal {
  #socket;
  #folder;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
    this.#socket = join(folder, "tmux");
  }

  /** Runs the program with these arguments. @param {string[]} words */
  static async open(words) {
    const folder = await mkdtemp(join(tmpdir(), "threefold-terminal-"));
    const terminal = new Terminal(folder);
    const homes = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].flatMap((name) => [
      "-e",
      `${name}=${folder}`,
    ]);
    const size = ["-x", "80", "-y", "24"];
    await terminal.#tmux("-f", "/dev/null", "new-session", "-d", ...size, ...homes, PROGRAM, ...words);
    return terminal;
  }

  async screen() {
    return (await this.#tmux("capture-pane", "-p")).stdout;
  }

  /** @param {string} text */
  async enter(text) {
    await this.#tmux("send-keys", "-l", text);
    await this.#tmux("send-keys", "Enter");
  }

  async close() {
    await this.#tmux("kill-server");
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @param {string[]} words */
  #tmux(...words) {
    return run("tmux", ["-S", this.#socket, ...words]);
  }
}

test("a terminal joins a browser's table by its link and plays a whole game", async ({ guest }) => {
  const anna = await guest("Anna");
  const { page } = anna;
  const table = await anna.sit({ game: "chess", mode: "link", side: "white" });
  const link = `${anna.server.address}/#${table}`;
  const terminal = await Terminal.open(["join", link, "--name", "Bert"]);
  const sees = (/** @type {string} */ words) =>
    expect.poll(() => terminal.screen(), { timeout: 60_000 }).toContain(words);
  const type = async (/** @type {string} */ text) => {
    await page.getByLabel("Type a move").fill(text);
    await page.keyboard.press("Enter");
    await expect(page.locator(".record")).toContainText(text);
  };
  try {
    await sees("Anna");
    await expect(page.locator("main")).toContainText("Bert");
    await type("f3");
    await sees("Your move");
    await terminal.enter("e5");
    await expect(page.locator(".record")).toContainText("e5");
    await type("g4");
    await sees("g4");
    await terminal.enter("Qh4");
    await expect(anna.dialog).toContainText("Bert wins");
    await sees("You win");
  } finally {
    await terminal.close();
  }
});
