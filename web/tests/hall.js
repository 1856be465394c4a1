// What every browser test begins with: people who come to the hall, each with a browser of their own.
//
// A `Person` hears what the server tells its page, so that a test can choose among the choices without knowing a rule.

import { mkdir, writeFile } from "node:fs/promises";
import { test as base, expect } from "@playwright/test";
import { RAW } from "./coverage/merge.js";

/** @import { BrowserContextOptions, Locator, Page } from "@playwright/test" */
/** @import { Choice, Frame, LiveFrame, LivePiece, LiveView, Replayed, Square, View } from "../wire" */
/** @typedef {Pick<Choice, "from" | "to">} Squares */

export { expect };

export const SIZES = /** @type {const} */ ({
  phone: { width: 360, height: 640 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
});

export class Person {
  /** @type {View | null} */
  view = null;
  /** @type {Frame | null} */
  frame = null;
  /** The same of a table without turns. @type {LiveView | null} */
  live = null;
  /** Every frame of it that was told. @type {LiveFrame[]} */
  frames = [];
  /** Where the chosen piece could go. @type {{piece: number, squares: Square[]} | null} */
  told = null;
  /** @type {Replayed | null} */
  replayed = null;

  /**
   * @param {Page} page
   * @param {string} name
   */
  constructor(page, name) {
    this.page = page;
    this.name = name;
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.#hear(JSON.parse(String(payload)))),
    );
  }

  get board() {
    return this.page.locator("game-board");
  }

  get dialog() {
    return this.page.locator("dialog[open]").last();
  }

  /** What a table without turns is like now. */
  get now() {
    const frame = this.frames.at(-1);
    if (!frame) throw new Error("there is no table without turns");
    return frame;
  }

  get turn() {
    return this.page.locator(".turn");
  }

  get tooltip() {
    return this.page.getByRole("tooltip");
  }

  /** Comes to the hall, says who they are, and waits for a board. */
  async arrive(path = "/") {
    await this.page.goto(path);
    await this.page.getByLabel("Display name").fill(this.name);
    await this.page.getByRole("button", { name: "Start playing" }).click();
    if (!path.includes("lobby")) await this.seeBoard();
  }

  /** Waits for a board, and for what stands around it, which comes a moment later. */
  async seeBoard() {
    for (const part of [".piece", ".seats", ".doors"]) await expect(this.page.locator(part).first()).toBeVisible();
  }

  /**
   * Goes by another name, under Settings.
   * @param {string} name
   */
  async rename(name) {
    await this.page.getByRole("button", { name: "Settings" }).click();
    await this.dialog.getByLabel("Display name").fill(name);
    await this.dialog.getByRole("button", { name: "Save" }).click();
    await this.page.keyboard.press("Escape");
    this.name = name;
  }

  /** @param {"chess" | "ransom" | "kungfu"} game */
  async chooseGame(game) {
    if (this.view?.game === game) return;
    await this.page.getByLabel("Game", { exact: true }).selectOption(game);
    await expect.poll(() => this.view?.game).toBe(game);
    await this.seeBoard();
  }

  /**
   * Opens a game through the dialog.
   * @param {{game?: string, mode?: string, level?: string, side?: string, clock?: string, second?: string, position?: string}} wishes
   */
  async newGame({ second, position, ...wishes }) {
    const before = this.view?.table;
    await this.page.getByRole("button", { name: "New game" }).first().click();
    for (const [field, value] of Object.entries(wishes)) await this.page.locator(`#new-${field}`).selectOption(value);
    if (second !== undefined) await this.page.getByLabel("Second player's name").fill(second);
    if (position !== undefined) {
      await this.page.getByText("From a position").click();
      await this.page.getByLabel("Position as text").fill(position);
    }
    await this.page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => this.view?.table).not.toBe(before);
    await this.seeBoard();
  }

  /**
   * Opens a game without turns through the dialog.
   * @param {{board?: "standard" | "four", speed?: "standard" | "lightning", seats: string[]}} wishes
   */
  async newLiveGame({ board = "standard", speed = "lightning", seats }) {
    const before = this.live?.table;
    await this.page.getByRole("button", { name: "New game" }).first().click();
    await this.page.locator("#new-game").selectOption("kungfu");
    await this.page.locator("#new-board").selectOption(board);
    await this.page.locator("#new-speed").selectOption(speed);
    for (const [seat, sitter] of seats.entries()) await this.page.locator(`#new-seat-${seat}`).selectOption(sitter);
    await this.page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => this.live?.table).not.toBe(before);
    await this.seeBoard();
  }

  async seeRunning() {
    await expect.poll(() => this.now.phase, { timeout: 30_000 }).toBe("running");
  }

  /** The pieces of this person, or of all others. @param {"own" | "others"} whose */
  army(whose) {
    const mine = this.now.seats[this.live?.yours ?? -1]?.army;
    return this.now.pieces.filter(({ army }) => (army === mine) === (whose === "own"));
  }

  /** Those that can be sent at once. */
  rested() {
    // Who is out has pieces left, but no say.
    if (!this.now.seats[this.live?.yours ?? -1]?.alive) return [];
    return this.army("own").filter(({ place }) => place.is === "standing" && place.rests === null);
  }

  /**
   * Picks a piece up and waits to hear where it could go.
   * @param {LivePiece} piece
   * @param {"click" | "keys"} how
   */
  async reach({ id, place }, how = "click") {
    if (place.is !== "standing") return [];
    this.told = null;
    const gone = () => this.now.end !== null || !this.rested().some((one) => one.id === id);
    // A press that meets another piece, still in the hand, sends that one or lays it down; then it is pressed again.
    await expect(async () => {
      if (how === "click") await this.square(place.square).click({ force: true });
      else {
        await this.walkTo(place.square);
        await this.page.keyboard.press("Enter");
      }
      await expect.poll(() => this.told?.piece === id || gone(), { timeout: 5_000 }).toBe(true);
    }).toPass();
    return this.heard();
  }

  /** Where the piece that was asked about could go. */
  heard() {
    return this.told?.squares ?? [];
  }

  /**
   * Sends one rested piece where it does most: onto a king, onto anything, or nearer to a king.
   * @param {"click" | "keys"} how
   * @param {number} chance
   */
  async attack(how, chance) {
    const rested = this.rested();
    const piece = rested[chance % Math.max(1, rested.length)];
    if (piece?.place.is !== "standing") return;
    const squares = await this.reach(piece, how);
    const others = this.army("others");
    const kings = others.flatMap(({ shape, place }) =>
      shape === "king" && place.is === "standing" ? [place.square] : [],
    );
    /** @param {Square} square */
    const worth = (square) => {
      if (kings.includes(square)) return 100;
      const taken = others.some(({ place }) => place.is === "standing" && place.square === square);
      return (taken ? 20 : 0) - Math.min(...kings.map((king) => distance(square, king)), 20);
    };
    if (this.now.end !== null) return;
    const [best] = squares.sort((one, other) => worth(other) - worth(one));
    if (best === undefined) await this.page.keyboard.press("Escape");
    else if (how === "click") await this.square(best).click({ force: true });
    else {
      await this.walkTo(best);
      await this.page.keyboard.press("Enter");
    }
  }

  /**
   * Plays a game without turns to its end.
   * @param {"click" | "keys"} how
   */
  async fight(how = "click") {
    for (let order = 0; this.now.end === null; order++) {
      if (this.rested().length > 0) await this.attack(how, order * 7 + 4);
      else await this.page.waitForTimeout(100);
    }
  }

  /** From the announcement of the end to a replay that stands. */
  async review() {
    // The dialog listens only after a moment, so a click waits where Escape would be lost.
    await this.dialog.getByRole("button", { name: "Review" }).click();
    await this.page.getByRole("button", { name: "Stand still" }).click();
  }

  /** @param {Square} square */
  square(square) {
    return this.page.locator(`.square[data-square="${square}"]`);
  }

  /** Waits until this person can move, or the game is over; the choices. */
  async choices() {
    await expect.poll(() => (this.frame?.choices.length ?? 0) > 0 || this.frame?.end != null).toBe(true);
    return this.frame?.choices ?? [];
  }

  /** @param {Squares} choice */
  async drag({ from, to }) {
    const [start, end] = [await centre(this.square(from)), await centre(this.square(to))];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.mouse.move(end.x, end.y);
    await this.page.mouse.up();
  }

  /** Real touches, through the browser's own input. @param {Squares} choice */
  async touch({ from, to }) {
    const [start, end] = [await centre(this.square(from)), await centre(this.square(to))];
    const devtools = await this.page.context().newCDPSession(this.page);
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    for (const point of [middle, end])
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await devtools.detach();
  }

  /** @param {Squares} choice */
  async tap({ from, to }) {
    await this.square(from).tap({ force: true });
    await this.square(to).tap({ force: true });
  }

  /** @param {Squares} choice */
  async click({ from, to }) {
    await this.square(from).click({ force: true });
    await this.square(to).click({ force: true });
  }

  /** Arrows and Enter only. @param {Squares} choice */
  async keys({ from, to }) {
    await this.walkTo(from);
    await this.page.keyboard.press("Enter");
    await this.walkTo(to);
    await this.page.keyboard.press("Enter");
  }

  /**
   * Walks over the board by arrows.
   * @param {Square} target
   */
  async walkTo(target) {
    const here = this.page.locator('[role="gridcell"][tabindex="0"]');
    await here.focus();
    const [start, end] = [await centre(here), await centre(this.square(target))];
    const step = (await this.square(target).boundingBox())?.width ?? 1;
    const [right, down] = [Math.round((end.x - start.x) / step), Math.round((end.y - start.y) / step)];
    for (let at = 0; at < Math.abs(right); at++) await this.page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    for (let at = 0; at < Math.abs(down); at++) await this.page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  }

  /**
   * Plays one of the choices and waits until the table has it.
   * @param {"drag" | "touch" | "tap" | "click" | "keys"} how
   * @param {(choices: Choice[]) => Choice | undefined} pick
   */
  async play(how, pick = (choices) => choices[0]) {
    const choices = (await this.choices()).filter(({ kind }) => kind.does !== "upgrade");
    const choice = pick(choices);
    if (!choice) return null;
    const before = this.frame?.version ?? 0;
    await this[how](choice);
    if (choices.filter(({ from, to }) => from === choice.from && to === choice.to).length > 1) {
      await this.dialog.getByRole("button").first().click();
    }
    await expect.poll(() => this.frame?.version ?? 0).toBeGreaterThan(before);
    return choice;
  }

  /**
   * Plays to the end, as chance will have it.
   * @param {"drag" | "touch" | "tap" | "click" | "keys"} how
   * @param {number} seed
   */
  async playToTheEnd(how, seed) {
    let chance = seed;
    while (this.frame?.end == null) {
      await this.play(how, (choices) => {
        chance = (chance * 1103515245 + 12345) % 2147483648;
        const captures = choices.filter((choice) => choice.captures);
        const among = captures.length > 0 ? captures : choices;
        return among[chance % among.length];
      });
    }
  }

  /** @param {any} told */
  #hear(told) {
    if (told.told === "view") {
      this.view = told.view;
      this.frame = told.view.frame;
    }
    if (told.told === "news") this.frame = told.frame;
    if (told.told === "live-view") {
      this.live = told.view;
      this.frames.push(told.view.frame);
    }
    if (told.told === "live-news") this.frames.push(told.frame);
    if (told.told === "squares") this.told = told;
    if (told.told === "replayed") this.replayed = told.replayed;
  }
}

/** @type {import("@playwright/test").TestType<import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightWorkerArgs & {guest: (name?: string, options?: BrowserContextOptions) => Promise<Person>}, {}>} */
export const test = /** @type {any} */ (
  base.extend(
    /** @type {any} */ ({
      // Each guest has a browser context of their own; what their page ran is counted when the test ends.
      guest: async (/** @type {any} */ { browser, baseURL }, /** @type {any} */ use, /** @type {any} */ info) => {
        /** @type {{page: Page, faults: string[]}[]} */
        const opened = [];
        await use(async (/** @type {string} */ name = "Anna", /** @type {BrowserContextOptions} */ options = {}) => {
          const context = await browser.newContext({ baseURL, viewport: SIZES.desktop, ...options });
          const page = await context.newPage();
          const faults = /** @type {string[]} */ ([]);
          page.on("pageerror", (/** @type {Error} */ error) => faults.push(String(error.stack)));
          await page.coverage.startJSCoverage({ resetOnNavigation: false });
          opened.push({ page, faults });
          return new Person(page, name);
        });
        await mkdir(RAW, { recursive: true });
        for (const [at, { page, faults }] of opened.entries()) {
          const entries = await page.coverage.stopJSCoverage();
          await writeFile(`${RAW}/${info.testId}-${info.retry}-${at}.json`, JSON.stringify(entries));
          expect(faults).toEqual([]);
          await page.context().close();
        }
      },
    }),
  )
);

/**
 * How far two squares are apart, in steps of a king.
 * @param {Square} one
 * @param {Square} other
 */
function distance(one, other) {
  const files = Math.abs(one.charCodeAt(0) - other.charCodeAt(0));
  return Math.max(files, Math.abs(Number(one.slice(1)) - Number(other.slice(1))));
}

/** @param {Locator} locator */
export async function centre(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
