// People in tests: each with a browser of their own, at the real server.
//
// A `Person` is a `Witness` of what the server sends to its page, so that a test can choose among the choices without
// knowing a rule, and has `Hands` at the board.

import { expect } from "@playwright/test";
import { Hands } from "./hands.js";

/** @import { Page } from "@playwright/test" */
/** @import { Choices, GameId, LegalMove, LiveChoices, LivePiece, OpenedTable, Square } from "../wire" */
/** @import { Server } from "./server.js" */

export const SIZES = /** @type {const} */ ({
  phone: { width: 360, height: 640 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
});

export class Person extends Hands {
  device = Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join("");

  /**
   * @param {Page} page
   * @param {string} name
   * @param {Server} server
   */
  constructor(page, name, server) {
    super(page);
    this.name = name;
    this.server = server;
  }

  /** What the browser of somebody holds who has been here before. */
  get storage() {
    const profile = {
      id: "9b2d6f0e-3b1c-4c5d-8e7f-000000000000",
      displayName: this.name,
      createdAt: 1,
      gamesPlayed: 0,
      wins: 0,
    };
    return { playerProfile: JSON.stringify(profile), device: JSON.stringify(this.device) };
  }

  /**
   * Opens a table over HTTP and comes to it with its tokens.
   * @param {Choices} choices
   */
  async sit(choices) {
    /** @type {OpenedTable} */
    const { table, seats } = await this.server.post("/api/tables", {
      ...choices,
      device: this.device,
      name: this.name,
    });
    const me = Math.min(...seats.map(({ seat }) => seat));
    const ticket = seats.length > 0 ? { [table]: { seats, me, counted: false, choices } } : {};
    const stored = { ...this.storage, tables: JSON.stringify(ticket) };
    const blank = this.page.url() === "about:blank";
    const store = (/** @type {Record<string, string>} */ items) => {
      for (const [key, text] of Object.entries(items)) if (!localStorage.getItem(key)) localStorage.setItem(key, text);
    };
    if (blank) await this.page.addInitScript(store, stored);
    else {
      await this.page.evaluate((added) => {
        localStorage.setItem(
          "tables",
          JSON.stringify({ ...JSON.parse(localStorage.getItem("tables") ?? "{}"), ...added }),
        );
      }, ticket);
    }
    await this.visit(`/#${table}`);
    await expect.poll(() => this.table).toBe(table);
    return table;
  }

  /** Against a bot of the first level, as White. @param {GameId} game @param {object} [more] */
  async sitAtTurns(game = "ransom", more = {}) {
    return this.sit({ game, mode: "machine", level: "easy", side: "white", ...more });
  }

  /** The same, where the bot answers at once and says nothing. @param {GameId} game @param {object} [more] */
  async sitBriskly(game = "ransom", more = {}) {
    return this.sitAtTurns(game, { brisk: true, ...more });
  }

  /** Two people at this screen. @param {GameId} game @param {string} [position] */
  async sitHere(game, position) {
    const start = position === undefined ? {} : { start: { text: position } };
    return this.sit({ game, mode: "here", opponent: "Bert", side: "white", ...start });
  }

  /** At a live table. @param {Partial<LiveChoices>} [choices] */
  async sitLive({ board = "standard", speed = "standard", seats = ["you", "level1"], ...more } = {}) {
    return this.sit({ game: "kungfu", board, speed, seats, ...more });
  }

  /** Lets the countdown of a live game pass, on a driven clock. */
  async start() {
    await expect.poll(() => this.now.phase).toBe("countdown");
    await this.server.pass(3_100);
    await this.seeRunning();
  }

  /** Comes as somebody who has been here before. */
  async visit(path = "/#play") {
    await this.#goKnown(path);
    if (!path.includes("lobby")) await this.seeBoard();
  }

  /** Comes to a study as somebody who has been here before. @param {string} path */
  async visitStudy(path) {
    await this.#goKnown(path);
    for (const part of [".piece", ".tree", ".top .new"]) await expect(this.page.locator(part).first()).toBeVisible();
  }

  /** Comes to the board editor as somebody who has been here before. @param {string} path */
  async visitEditor(path) {
    await this.#goKnown(path);
    for (const part of [".brushes label", ".faults li", ".top .new"])
      await expect(this.page.locator(part).first()).toBeVisible();
  }

  /** Goes to an address as somebody who has been here before. @param {string} path */
  async #goKnown(path) {
    if (this.page.url() === "about:blank") {
      await this.page.addInitScript((items) => {
        for (const [key, text] of Object.entries(items))
          if (!localStorage.getItem(key)) localStorage.setItem(key, text);
      }, this.storage);
    }
    await this.page.goto(path);
  }

  get board() {
    return this.page.locator("game-board");
  }

  get dialog() {
    return this.page.locator("dialog[open]").last();
  }

  /** The present frame of a live table. */
  get now() {
    const frame = this.frames.at(-1);
    if (!frame) throw new Error("there is no live table");
    return frame;
  }

  get turn() {
    return this.page.locator(".turn");
  }

  get tooltip() {
    return this.page.getByRole("tooltip");
  }

  /** Comes for the first time, gives a name, and waits for a board. */
  async arrive(path = "/#play") {
    await this.page.goto(path);
    await this.page.getByLabel("Display name").fill(this.name);
    await this.page.getByRole("button", { name: "Start playing" }).click();
    if (!path.includes("lobby")) await this.seeBoard();
  }

  /** Waits for a board, and for what surrounds it, which comes a moment later. */
  async seeBoard() {
    for (const part of [".piece", ".seats .card", ".top .new"])
      await expect(this.page.locator(part).first()).toBeVisible();
  }

  /** Goes through a door of the header, which lies in the menu on small screens. @param {string} name */
  async door(name) {
    const menu = this.page.getByRole("button", { name: "Menu", exact: true });
    if (await menu.isVisible()) await menu.click();
    await this.page.locator("header").getByLabel(name, { exact: true }).click();
  }

  /**
   * Chooses what is played in the header's panel, and starts it.
   * @param {Record<string, string | {index: number}>} choices by the names of the lists
   */
  async choose(choices) {
    await this.page.locator(".played").click();
    for (const [list, value] of Object.entries(choices)) {
      await this.page.locator("#played-panel").getByLabel(list, { exact: true }).selectOption(value);
    }
    await this.page.locator("#played-panel").getByRole("button", { name: "Start" }).click();
  }

  /** The moves of the record as they are spoken: `Anna: e4`. */
  async spoken() {
    const moves = this.page.locator(".record button");
    return moves.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  }

  /**
   * Goes by another name, under Settings.
   * @param {string} name
   */
  async rename(name) {
    await this.door("Settings");
    await this.dialog.getByLabel("Display name").fill(name);
    await this.dialog.getByRole("button", { name: "Save" }).click();
    await this.page.keyboard.press("Escape");
    this.name = name;
  }

  /**
   * Opens a game through the dialog.
   * @param {{game?: string, mode?: string, level?: string, side?: string, clock?: string, second?: string, position?: string}} settings
   */
  async newGame({ second, position, ...settings }) {
    const before = this.table;
    await this.page.getByRole("button", { name: "New game" }).first().click();
    for (const [field, value] of Object.entries(settings)) await this.page.locator(`#new-${field}`).selectOption(value);
    if (second !== undefined) await this.page.getByLabel("Second player's name").fill(second);
    if (position !== undefined) {
      await this.page.locator("#new-start").selectOption("text");
      await this.page.getByLabel("Position as text").fill(position);
    }
    await this.page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => this.table).not.toBe(before);
    await this.seeBoard();
  }

  async seeRunning() {
    await expect.poll(() => this.now.phase, { timeout: 30_000 }).toBe("running");
  }

  /** The pieces of this person, or of all others. @param {"own" | "others"} whose */
  army(whose) {
    const mine = this.now.seats[this.live?.yours[0] ?? -1]?.army;
    return this.now.pieces.filter(({ army }) => (army === mine) === (whose === "own"));
  }

  /** Those that can be sent at once. */
  rested() {
    // A player who is out has pieces left, but can give no commands.
    if (!this.now.seats[this.live?.yours[0] ?? -1]?.alive) return [];
    return this.army("own").filter(({ place }) => place.is === "standing" && place.rests === null);
  }

  /** Where the piece that was picked up last could go. */
  get reachable() {
    return this.targets?.squares ?? [];
  }

  /**
   * Picks a piece up and waits for the squares where it could go.
   * @param {LivePiece} piece
   * @param {"click" | "keys"} how
   */
  async reach({ id, place }, how = "click") {
    if (place.is !== "standing") return [];
    this.targets = null;
    const gone = () => this.now.end !== null || !this.rested().some((one) => one.id === id);
    // A press that meets another piece, still in the hand, sends that one or lays it down; then it is pressed again.
    await expect(async () => {
      if (how === "click") await this.square(place.square).click({ force: true });
      else {
        await this.walkTo(place.square);
        await this.page.keyboard.press("Enter");
      }
      await expect.poll(() => this.targets?.piece === id || gone(), { timeout: 5_000 }).toBe(true);
    }).toPass();
    return this.reachable;
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
    const kings = others.flatMap(({ kind, place }) =>
      kind === "king" && place.is === "standing" ? [place.square] : [],
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
   * Plays a live game on a driven clock, to its end or until something is true. Who is out has nothing to do, so more time
   * passes at once.
   */
  async fight(enough = () => false) {
    for (let chance = 4; this.now.end === null && !enough(); chance += 7) {
      if (this.rested().length > 0) await this.attack("click", chance);
      const isOut = !this.now.seats[this.live?.yours[0] ?? -1]?.alive;
      await this.server.pass(isOut ? 5_000 : 500);
    }
  }

  /** Whether a piece was captured in a live game. */
  get hasCaptured() {
    return this.now.seats.some(({ lost }) => lost.length > 0);
  }

  /** Ends a game, after the question. */
  async resign() {
    await this.page.getByRole("button", { name: "Resign" }).click();
    await this.dialog.getByRole("button", { name: "Resign" }).click();
  }

  /** From the announcement of the end to a paused replay. */
  async review() {
    // The dialog listens only after a moment, so a click waits where Escape would be lost.
    await this.dialog.getByRole("button", { name: "Review" }).click();
    await this.page.getByRole("button", { name: "Stand still" }).click();
  }

  /** Waits until this person can move, or the game is over; the choices. */
  async choices() {
    await expect.poll(() => (this.frame?.choices.length ?? 0) > 0 || this.frame?.end != null).toBe(true);
    return this.frame?.choices ?? [];
  }

  /**
   * Plays one of the choices and waits until the table has it.
   * @param {"drag" | "touch" | "tap" | "click" | "keys"} how
   * @param {(choices: LegalMove[]) => LegalMove | undefined} pick
   */
  async play(how, pick = (choices) => choices[0]) {
    const choices = (await this.choices()).filter(({ action }) => action.does !== "upgrade");
    const choice = pick(choices);
    if (!choice) return null;
    const before = this.frame?.seq ?? 0;
    // With two people here the board turns a moment after a move.
    await expect(this.page.locator("game-board[data-turning]")).toHaveCount(0);
    await this[how](choice);
    if (choices.filter(({ from, to }) => from === choice.from && to === choice.to).length > 1) {
      await this.dialog.getByRole("button").first().click();
    }
    await expect.poll(() => this.frame?.seq ?? 0).toBeGreaterThan(before);
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
}

/**
 * How far two squares are apart, in steps of a king.
 * @param {Square} one
 * @param {Square} other
 */
function distance(one, other) {
  const files = Math.abs(one.charCodeAt(0) - other.charCodeAt(0));
  return Math.max(files, Math.abs(Number(one.slice(1)) - Number(other.slice(1))));
}
