// Live games on a driven clock: against bots to the end, by link with premoves, a lost connection, a replay.

import { expect, SIZES, test } from "./fixtures.js";
import { centre } from "./hands.js";
import { inspect } from "./inspect.js";
import { CuttingProxy } from "./proxy.js";

/** @import { LiveChoices } from "../wire" */
/** @import { Guest } from "./fixtures.js" */
/** @import { Person } from "./person.js" */
/** @import { Server } from "./server.js" */

/** Milliseconds a pawn needs for two squares, and the rest after it, at the standard speed. */
const TWO_SQUARES = 2_100;
const REST = 10_100;

/**
 * A running game against a bot.
 * @param {Guest} guest
 * @param {Server} server
 * @param {Partial<LiveChoices>} [choices]
 * @param {object} [options]
 */
async function running(guest, server, choices = {}, options = {}) {
  const anna = await guest("Anna", { server, ...options });
  await anna.sitLive(choices);
  await anna.start();
  return anna;
}

/**
 * Two people at a table, both ready.
 * @param {Guest} guest
 * @param {Server} server
 */
async function pair(guest, server) {
  const anna = await guest("Anna", { server });
  await anna.sitLive({ seats: ["you", "link"] });
  await expect(anna.turn).toContainText("Waiting for players");
  const link = await anna.page.getByLabel("Link to this table").inputValue();
  const bert = await guest("Bert", { server, viewport: SIZES.phone });
  await bert.visit(link);
  await expect(anna.page.locator(".seats")).toContainText("Bert");
  for (const person of [anna, bert]) await person.page.getByRole("button", { name: "Ready" }).click();
  await anna.start();
  await bert.seeRunning();
  return { anna, bert, link };
}

/** @param {Person} person @param {string} square */
async function arrives(person, square) {
  const there = () => person.army("own").some(({ place }) => place.is === "standing" && place.square === square);
  await expect.poll(there).toBe(true);
}

for (const board of /** @type {const} */ (["standard", "four"])) {
  test(`lightning on the ${board} board to the end, and a rematch on another seat`, async ({ guest, driven }) => {
    const bots = board === "four" ? ["level1", "level1", "level1"] : ["level1"];
    const anna = await running(guest, driven, { board, speed: "lightning", seats: ["you", ...bots] });
    await anna.fight();
    await expect(anna.turn).toContainText(/wins|Draw/);
    const stored = await anna.page.evaluate(() => JSON.parse(localStorage.getItem("playerProfile") ?? "{}"));
    expect(stored.gamesPlayed).toBe(1);
    await anna.dialog.getByRole("button", { name: "Rematch" }).click();
    await expect.poll(() => anna.now.end).toBe(null);
    expect(anna.live?.yours).toEqual([1]);
  });
}

test("two browsers by link: premoves, a draw, a rematch", async ({ guest, driven }) => {
  const { anna, bert, link } = await pair(guest, driven);
  await expect(bert.page.locator("[data-square]").first()).toHaveAttribute("data-square", "h1");
  const marks = (/** @type {string} */ square) => expect(anna.square(square));
  await anna.drag({ from: "e2", to: "e4" });
  await expect.poll(() => bert.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await driven.pass(TWO_SQUARES);
  await arrives(anna, "e4");
  await marks("e4").toHaveAttribute("aria-label", /^e4, white pawn, resting \d+ seconds?/);
  await anna.click({ from: "e4", to: "e5" });
  await marks("e5").toHaveAttribute("data-marks", /premove/);
  await marks("e4").toHaveAttribute("data-marks", /premoved/);
  expect(bert.now.premoves).toEqual([]);
  await anna.walkTo("e4");
  await expect(anna.page.locator(".count")).toHaveText(/^\d+$/);
  await anna.page.keyboard.press("Delete");
  await marks("e5").not.toHaveAttribute("data-marks", /premove/);
  await anna.keys({ from: "e4", to: "e5" });
  await marks("e5").toHaveAttribute("data-marks", /premove/);
  await anna.click({ from: "e4", to: "e4" });
  await marks("e5").not.toHaveAttribute("data-marks", /premove/);
  await anna.click({ from: "e4", to: "e5" });
  await marks("e5").toHaveAttribute("data-marks", /premove/);
  await driven.pass(REST);
  await driven.pass(TWO_SQUARES);
  await arrives(anna, "e5");
  const cora = await guest("Cora", { server: driven });
  await cora.visit(link);
  expect(cora.live?.yours).toEqual([]);
  await expect(cora.page.getByRole("button", { name: "Resign" })).toBeHidden();
  await anna.page.getByRole("button", { name: "Offer draw" }).click();
  const offer = bert.page.locator(".offer");
  await expect(offer).toContainText("Anna offers a draw");
  await offer.getByRole("button", { name: "Not now" }).click();
  await expect(offer).toBeHidden();
  await bert.page.getByRole("button", { name: "Accept draw" }).click();
  await expect(anna.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
  await expect(cora.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
  await bert.dialog.getByRole("button", { name: "Review" }).click();
  await anna.dialog.getByRole("button", { name: "Rematch" }).click();
  await expect(offer).toContainText("Anna wants a rematch");
  await offer.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => [anna.live?.yours, bert.live?.yours]).toEqual([[1], [0]]);
  expect(bert.live?.table).toBe(anna.live?.table);
});

test("a reload, a new name and a cut connection in the middle of a game", async ({ guest, driven }) => {
  const { anna, bert } = await pair(guest, driven);
  await anna.click({ from: "e2", to: "e4" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await anna.page.reload();
  await anna.seeBoard();
  expect(anna.live?.yours).toEqual([0]);
  expect(anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await bert.rename("Bertold");
  await expect(anna.page.locator(".seats")).toContainText("Bertold");
});

test("a move is shown before the table has it, and put back with the table's words", async ({ guest, driven }) => {
  const proxy = new CuttingProxy(driven.address);
  const anna = await running(guest, driven, {}, { address: await proxy.start() });
  const banner = anna.page.locator(".banner");
  proxy.hold();
  await anna.click({ from: "a1", to: "h8" });
  await expect(anna.page.locator(".piece.moved")).toHaveCount(1);
  expect(anna.now.pieces.every(({ place }) => place.is === "standing")).toBe(true);
  proxy.release();
  await expect(anna.tooltip).toBeVisible();
  await expect(anna.page.locator(".piece.moved")).toHaveCount(0);
  const seen = banner.waitFor({ state: "visible" });
  proxy.cut();
  await seen;
  await expect(banner).toBeHidden();
  // Time stopped while nobody was there.
  await anna.start();
  await anna.click({ from: "d2", to: "d4" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await proxy.close();
});

test("a piece is typed; time stops against bots, and the board says so", async ({ guest, driven }) => {
  const anna = await running(guest, driven);
  await anna.page.keyboard.press("t");
  await anna.page.keyboard.type("nonsense");
  await anna.page.keyboard.press("Enter");
  await expect(anna.tooltip).toContainText("'nonsense' is not a move");
  await anna.page.getByLabel("Type a move").fill("e2e4");
  await anna.page.keyboard.press("Enter");
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await expect(anna.page.getByLabel("Type a move")).toHaveValue("");
  await anna.page.getByRole("button", { name: "Pause" }).click();
  await expect(anna.turn).toHaveText("Paused");
  await anna.page.keyboard.press("p");
  await anna.seeRunning();
  await expect(anna.page.locator(".trip")).toHaveText(/^\d+ ms$/);
});

test("a table that waits: seats for bots and for others, until all are ready", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  const seats = ["link", "you", "link", "level1"];
  await anna.sitLive({ board: "four", speed: "lightning", seats, visibility: "public" });
  await expect(anna.page.locator("[data-square]").first()).toHaveAttribute("data-square", "c12");
  await inspect(anna, "desktop-light-live-waiting");
  await anna.page.getByLabel("Who plays Ivory").selectOption("level2");
  await expect.poll(() => anna.now.seats[0]?.occupant.is).toBe("bot");
  await expect(anna.page.getByLabel("Who plays Ivory")).toHaveValue("level2");
  await anna.page.getByLabel("Who plays Cobalt").selectOption("link");
  await expect.poll(() => anna.now.seats[3]?.occupant.is).toBe("open");
  await anna.page.getByLabel("Who plays Cobalt").selectOption("level1");
  const bert = await guest("Bert", { server: driven });
  await bert.visit("/#lobby");
  await bert.page.getByLabel("Show").selectOption("chess");
  const door = bert.page.getByRole("link", { name: `Sit down, ${anna.table}` });
  await expect(door).toHaveCount(0);
  await bert.page.getByLabel("Show").selectOption("kungfu");
  await door.click();
  await bert.seeBoard();
  await expect.poll(() => bert.live?.yours).toEqual([2]);
  await expect(bert.page.getByLabel("Who plays Ivory"), "a guest changes no bots of the host").toHaveCount(0);
  await bert.page.getByRole("button", { name: "Leave the table" }).click();
  await expect.poll(() => anna.now.seats[2]?.occupant.is).toBe("open");
  await bert.visit(`/#${anna.table}`);
  await expect.poll(() => bert.live?.yours).toEqual([2]);
  const [ready, notReady] = ["Ready", "Not ready"].map((name) => bert.page.getByRole("button", { name, exact: true }));
  if (!ready || !notReady) throw new Error("two buttons");
  await ready.click();
  await expect(bert.turn).toHaveText("Waiting until all are ready…");
  await expect(anna.page.locator(".card[data-seat='2']")).not.toContainText("not ready yet");
  await notReady.click();
  await expect(anna.page.locator(".card[data-seat='2']")).toContainText("not ready yet");
  await anna.page.getByRole("button", { name: "Ready", exact: true }).click();
  await expect(anna.turn).toHaveText("Waiting until all are ready…");
  expect(anna.now.phase).toBe("waiting");
  await ready.click();
  await anna.start();
  await bert.seeRunning();
});

test("nobody sees where another player's piece will stop", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await anna.sitLive({ speed: "lightning", seats: ["level1", "level1"] });
  await anna.start();
  expect(anna.live?.yours).toEqual([]);
  await expect(async () => {
    await driven.pass(500);
    expect(anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  }).toPass();
  for (const frame of anna.frames.filter(({ end }) => end === null)) {
    for (const { place } of frame.pieces) expect(place).not.toHaveProperty("to", expect.any(String));
  }
});

test("a fingertip beside a small square means the nearest own piece, then the nearest goal", async ({
  guest,
  driven,
}) => {
  const seats = ["you", "level1", "level1", "level1"];
  const anna = await running(guest, driven, { board: "four", seats }, { viewport: SIZES.phone, hasTouch: true });
  const [pawn] = anna.rested().filter(({ kind }) => kind === "pawn");
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

test("a replay shows the game; anybody opens it at a moment", async ({ guest, driven }) => {
  const anna = await running(guest, driven, { speed: "lightning" });
  await anna.click({ from: "e2", to: "e4" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  const arrived = async () => {
    await driven.pass(500);
    return anna.now.pieces.some(({ place }) => place.is === "standing" && place.square === "e4");
  };
  await expect.poll(arrived).toBe(true);
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.turn).toContainText("wins");
  await anna.review();
  const slider = anna.page.getByLabel("Moment of the game");
  const pawn = () => anna.replay?.frame.pieces.find(({ place }) => place.is === "standing" && place.square === "e4");
  await slider.fill("1");
  await expect.poll(() => anna.replay?.frame.tick).toBe(1);
  expect(pawn()).toBeUndefined();
  await slider.fill(String(anna.now.tick));
  await expect.poll(() => pawn()?.kind).toBe("pawn");
  await anna.page.getByRole("button", { name: "Next capture" }).click();
  await anna.page.getByRole("button", { name: "Capture before" }).click();
  await anna.page.getByLabel("Speed", { exact: true }).last().selectOption("4");
  await slider.fill("10");
  await expect.poll(() => anna.replay?.frame.tick).toBe(10);
  await anna.page.keyboard.press("ArrowRight");
  await anna.page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => anna.replay?.frame.tick ?? 0).toBeGreaterThan(10);
  await anna.page.getByRole("button", { name: "Link to this moment" }).click();
  const address = anna.page.url();
  expect(address).toMatch(/\?tick=\d+$/);
  const bert = await guest("Bert", { server: driven, viewport: SIZES.phone });
  await bert.visit(address);
  const tick = Number(address.split("=").at(-1));
  await expect.poll(() => bert.replay?.frame.tick).toBe(tick);
  await inspect(bert, "phone-light-live-replay");
});

test("the last blow is seen before words cover the board", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await anna.page.clock.install();
  await anna.sitLive();
  await anna.start();
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.page.clock.pauseAt(Date.now() + 60_000);
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.turn).toContainText("wins");
  await expect(anna.dialog).toHaveCount(0);
  await anna.page.clock.runFor(1000);
  await expect(anna.dialog).toContainText("AI Opponent wins");
});

test("the time of a live game stands while the connection is lost", async ({ guest, driven }) => {
  const proxy = new CuttingProxy(driven.address);
  const anna = await guest("Anna", { server: driven, address: await proxy.start() });
  await anna.page.clock.install();
  await anna.sitLive();
  await anna.start();
  const time = anna.page.getByRole("timer", { name: "Time played" });
  proxy.shut();
  await expect(anna.page.locator(".banner")).toBeVisible();
  const before = String(await time.textContent());
  await anna.page.clock.runFor(10_000);
  await expect(time).toHaveText(before);
  await proxy.close();
});
