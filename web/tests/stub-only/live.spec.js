// What the page does with a table without turns when things are late, small, refused or gone.

import { centre, expect, SIZES, test } from "../hall.js";
import { inspect } from "../inspect.js";

/** @import { Person } from "../hall.js" */

/**
 * A running game against somebody who stays where they are.
 * @param {Person} person
 * @param {{board?: "standard" | "four", speed?: "standard" | "lightning"}} [wishes]
 */
async function calm(person, { board = "standard", speed = "standard" } = {}) {
  await person.arrive();
  const bots = board === "four" ? ["slow", "slow", "slow"] : ["slow"];
  await person.newLiveGame({ board, speed, seats: ["you", ...bots] });
  await person.seeRunning();
}

/** Where a piece is drawn, in squares from the upper left corner. @param {Person} person @param {number} at */
function drawn(person, at) {
  return person.page.locator(".piece").evaluateAll((all, index) => {
    const box = document.querySelector("game-board")?.getBoundingClientRect() ?? new DOMRect();
    const { x, y, width } = all[index]?.getBoundingClientRect() ?? new DOMRect();
    return [(x - box.x) / width, (y - box.y) / width];
  }, at);
}

test("an order is shown before the table has heard of it, and taken back with the table's words", async ({ guest }) => {
  const anna = await guest();
  await anna.page.addInitScript(() => {
    // Orders take a second to arrive.
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      if (String(text).includes('"command"')) setTimeout(() => send.call(this, text), 1000);
      else send.call(this, text);
    };
  });
  await calm(anna);
  const rook = anna.now.pieces.find(({ place }) => place.is === "standing" && place.square === "a1")?.id ?? 0;
  await anna.click({ from: "a1", to: "h8" });
  await expect.poll(async () => (await drawn(anna, rook))[1] ?? 7).toBeLessThan(6.9);
  expect(anna.now.pieces.every(({ place }) => place.is === "standing")).toBe(true);
  await expect(anna.tooltip).toContainText("That is not how a rook moves.");
  await expect.poll(async () => (await drawn(anna, rook)).map(Math.round)).toEqual([0, 7]);
});

test("a piece glides in step with the table's clock, and a paused one stands", async ({ guest }) => {
  const anna = await guest();
  await calm(anna);
  const pawn = anna.now.pieces.find(({ place }) => place.is === "standing" && place.square === "e2")?.id ?? 0;
  await anna.click({ from: "e2", to: "e4" });
  await anna.page.getByRole("button", { name: "Pause" }).click();
  await expect(anna.turn).toHaveText("Paused");
  const place = anna.now.pieces.find(({ id }) => id === pawn)?.place;
  const far = place?.is === "moving" ? (anna.now.tick - place.since) / place.ticks : 2;
  await expect.poll(async () => Math.abs(6 - ((await drawn(anna, pawn))[1] ?? 0) - far)).toBeLessThan(0.05);
});

test("an order that comes to nothing when its piece wakes is told", async ({ guest }) => {
  const anna = await guest();
  await calm(anna, { speed: "lightning" });
  await anna.click({ from: "e2", to: "e4" });
  const rests = () => anna.now.pieces.some(({ place }) => place.is === "standing" && place.square === "e4");
  await expect.poll(rests).toBe(true);
  await anna.click({ from: "e4", to: "a8" });
  await expect(anna.tooltip).toHaveText("The way is not free.");
});

test("the seconds of rest stand on the focused square", async ({ guest }) => {
  const anna = await guest();
  await calm(anna);
  await anna.click({ from: "e2", to: "e4" });
  await anna.walkTo("e4");
  await expect(anna.page.locator(".count")).toHaveText(/^\d+$/);
  await expect(anna.square("e4")).toHaveAttribute("aria-label", /resting \d+ seconds?/);
  await expect(anna.page.locator(".count")).toBeHidden();
  await expect(anna.square("e4")).toHaveAttribute("aria-label", "e4, white pawn");
});

test("a captured piece is gone and spoken of; a pawn at the edge becomes a queen", async ({ guest }) => {
  const anna = await guest();
  await calm(anna, { speed: "lightning" });
  const pawn = anna.now.pieces.find(({ place }) => place.is === "standing" && place.square === "a2")?.id;
  const there = (/** @type {string} */ square) => () =>
    anna.now.pieces.some(
      ({ id, place }) => id === pawn && place.is === "standing" && place.square === square && !place.rests,
    );
  for (const [from, to] of [
    ["a2", "a4"],
    ["a4", "a6"],
    ["a6", "b7"],
    ["b7", "a8"],
  ]) {
    await anna.click({ from: String(from), to: String(to) });
    await expect.poll(there(String(to)), { timeout: 30_000 }).toBe(true);
  }
  await expect(anna.page.locator("#spoken")).toHaveText("White's pawn takes Black's rook.");
  expect(anna.now.pieces.find(({ id }) => id === pawn)?.shape).toBe("queen");
  await expect(anna.page.locator(".piece:not(.taken)")).toHaveCount(30);
});

test("a fingertip beside a small square means the nearest own piece, then the nearest goal", async ({ guest }) => {
  const anna = await guest("Anna", { viewport: SIZES.phone, hasTouch: true });
  await calm(anna, { board: "four" });
  const [pawn] = anna.rested().filter(({ shape }) => shape === "pawn");
  if (pawn?.place.is !== "standing") throw new Error("no pawn");
  const { x, y } = await centre(anna.square(pawn.place.square));
  const side = (await anna.square(pawn.place.square).boundingBox())?.height ?? 30;
  // Just above the pawn's square, where nobody stands.
  await anna.page.touchscreen.tap(x, y - side * 0.7);
  await expect(anna.square(pawn.place.square)).toHaveAttribute("data-marks", /selected/);
  await expect(anna.page.locator("[data-marks~=target]").first()).toBeVisible();
  await anna.page.touchscreen.tap(x, y - side * 2.6);
  await expect.poll(() => anna.now.pieces.find(({ id }) => id === pawn.id)?.place.is).toBe("moving");
});

test("a line that breaks stops the picture, shows a banner, and comes back to the same seat", async ({ guest }) => {
  const anna = await guest();
  await calm(anna);
  const banner = anna.page.locator(".banner");
  const seen = banner.waitFor({ state: "visible" });
  await anna.page.request.get(`/stub/tables/${anna.live?.table}/drop`);
  await seen;
  await expect(banner).toBeHidden();
  await anna.click({ from: "d2", to: "d4" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
});

test("a piece is typed, and what cannot be read is told", async ({ guest }) => {
  const anna = await guest();
  await calm(anna);
  await anna.page.keyboard.press("t");
  await anna.page.keyboard.type("nonsense");
  await anna.page.keyboard.press("Enter");
  await expect(anna.tooltip).toContainText("'nonsense' is not two squares");
  await anna.page.getByLabel("Type an order").fill("e2e4");
  await anna.page.keyboard.press("Enter");
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await expect(anna.page.getByLabel("Type an order")).toHaveValue("");
});

test("a running game is left after a question only; the header starts other games", async ({ guest }) => {
  const anna = await guest();
  await calm(anna);
  await expect.poll(() => anna.now.tick).toBeGreaterThanOrEqual(0);
  await anna.click({ from: "e2", to: "e4" });
  await expect.poll(() => anna.now.tick).toBeGreaterThan(0);
  const speed = anna.page.getByLabel("Speed", { exact: true }).first();
  await speed.selectOption("lightning");
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  await expect(speed).toHaveValue("standard");
  for (const [field, value, holds] of /** @type {const} */ ([
    ["Level", "level3", () => anna.now.seats[1]?.sitter],
    ["Board", "four", () => anna.live?.board.width],
    ["Speed", "lightning", () => anna.live?.speed],
  ])) {
    const before = JSON.stringify(holds());
    const asked = anna.now.tick > 0;
    await anna.page.getByLabel(field, { exact: true }).first().selectOption(value);
    if (asked) await anna.dialog.getByRole("button", { name: "Yes, start afresh" }).click();
    await expect.poll(() => JSON.stringify(holds())).not.toBe(before);
    await anna.seeBoard();
  }
  await anna.page.goto("/icon.svg");
  await anna.page.evaluate(() => localStorage.removeItem("lastTable"));
  await anna.page.goto("/");
  await expect.poll(() => anna.live?.board.width).toBe(12);
  await anna.seeBoard();
  await anna.page.getByLabel("Game", { exact: true }).selectOption("chess");
  const dialog = anna.page.getByRole("button", { name: "Yes, start afresh" });
  if (await dialog.isVisible()) await dialog.click();
  await expect.poll(() => anna.view?.game).toBe("chess");
});

test("an offer may wait", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.arrive();
  await anna.newLiveGame({ seats: ["you", "link"] });
  const bert = await guest("Bert");
  await bert.arrive(`/#${anna.live?.table}`);
  await expect.poll(() => bert.live?.yours).toBe(1);
  await inspect(bert, "desktop-light-live-ready");
  for (const person of [anna, bert]) await person.page.getByRole("button", { name: "Ready" }).click();
  await anna.seeRunning();
  await anna.page.getByRole("button", { name: "Offer draw" }).click();
  await bert.page.locator(".offer").getByRole("button", { name: "Not now" }).click();
  await expect(bert.page.locator(".offer")).toBeHidden();
  await expect(bert.page.getByRole("button", { name: "Accept draw" })).toBeVisible();
});

test("nothing jumps under a finger when a player is out", async ({ guest }) => {
  const anna = await guest("Anna", { viewport: SIZES.phone });
  await anna.arrive();
  await anna.newLiveGame({ board: "four", speed: "standard", seats: ["you", "level1", "level1", "level1"] });
  let out = false;
  await anna.page.routeWebSocket(/\/ws\//, (page) => {
    page.connectToServer().onMessage((text) => {
      const told = JSON.parse(String(text));
      const frame = told.frame ?? told.view?.frame;
      if (out && frame) frame.seats[2].alive = false;
      page.send(JSON.stringify(told));
    });
  });
  await anna.page.reload();
  await expect(anna.turn).toHaveText("Running");
  const before = await anna.page.locator(".actions").boundingBox();
  out = true;
  await expect(anna.page.locator("[data-seat='2'] .note")).toHaveText("Novice, out");
  expect(await anna.page.locator(".actions").boundingBox()).toEqual(before);
});

test("the last blow is seen before words cover the board", async ({ guest }) => {
  const anna = await guest();
  await anna.page.clock.install();
  await anna.arrive();
  await anna.newLiveGame({ seats: ["you", "level1"] });
  await anna.seeRunning();
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.page.clock.pauseAt(Date.now() + 60_000);
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.turn).toContainText("wins");
  await expect(anna.dialog).toHaveCount(0);
  await anna.page.clock.runFor(1000);
  await expect(anna.dialog).toContainText("AI Opponent wins");
});
