// Games without turns: against bots to the end, by link with orders that wait, a reload, a replay.

import { expect, SIZES, test } from "./hall.js";
import { inspect } from "./inspect.js";

/** @import { LiveFrame } from "../wire" */
/** @import { Person } from "./hall.js" */

/** A game lasts as long as it lasts; on a busy machine longer. */
const WHOLE_GAME = 900_000;

for (const [board, speed, how] of /** @type {const} */ ([
  ["standard", "lightning", "click"],
  ["standard", "standard", "click"],
  ["four", "lightning", "click"],
  ["standard", "lightning", "keys"],
])) {
  test(`${speed} on the ${board} board against bots to the end, by ${how}`, async ({ guest }) => {
    test.setTimeout(WHOLE_GAME);
    const anna = await guest();
    await anna.arrive();
    const bots = board === "four" ? ["level1", "level1", "level1"] : ["level1"];
    await anna.newLiveGame({ board, speed, seats: ["you", ...bots] });
    await anna.seeRunning();
    await anna.fight(how);
    await expect(anna.turn).toContainText(/wins|Draw/);
    await expect(anna.page.locator("#spoken")).toHaveText(/wins|Draw/);
    const played = await anna.page.evaluate(
      () => JSON.parse(localStorage.getItem("playerProfile") ?? "{}").gamesPlayed,
    );
    expect(played).toBe(1);
    await anna.page.getByRole("button", { name: "Rematch" }).last().click();
    await expect.poll(() => anna.now.end).toBe(null);
    expect(anna.live?.yours).toBe(1);
  });
}

/**
 * Two people at a table, both ready.
 * @param {(name?: string, options?: object) => Promise<Person>} guest
 */
async function pair(guest) {
  const anna = await guest("Anna");
  await anna.arrive();
  await anna.newLiveGame({ speed: "standard", seats: ["you", "link"] });
  await expect(anna.turn).toContainText("Waiting for players");
  const link = await anna.page.getByLabel("Link to this table").inputValue();
  const bert = await guest("Bert", { viewport: SIZES.phone });
  await bert.arrive(link);
  await expect(anna.page.locator(".seats")).toContainText("Bert");
  for (const person of [anna, bert]) await person.page.getByRole("button", { name: "Ready" }).click();
  for (const person of [anna, bert]) await person.seeRunning();
  return { anna, bert, link };
}

test("two browsers by link: orders that wait, one taken back, a draw, a rematch", async ({ guest }) => {
  test.slow();
  const { anna, bert, link } = await pair(guest);
  await expect(bert.page.locator("[data-square]").first()).toHaveAttribute("data-square", "h1");
  await bert.click({ from: "d7", to: "d6" });
  const premove = (/** @type {string} */ square) => expect(anna.square(square));
  // Each time another pawn, for a rest is short on a busy machine.
  await anna.drag({ from: "e2", to: "e4" });
  await rests(anna, "e4");
  await expect(anna.square("e4")).toHaveAttribute("aria-label", /^e4, white pawn, resting \d+ seconds?/);
  await anna.click({ from: "e4", to: "e5" });
  await premove("e5").toHaveAttribute("data-marks", /premove/);
  await premove("e4").toHaveAttribute("data-marks", /ordered/);
  expect(bert.now.premoves).toEqual([]);
  await anna.walkTo("e4");
  await anna.page.keyboard.press("Delete");
  await premove("e5").not.toHaveAttribute("data-marks", /premove/);
  await anna.keys({ from: "c2", to: "c4" });
  await rests(anna, "c4");
  await anna.keys({ from: "c4", to: "c5" });
  await premove("c5").toHaveAttribute("data-marks", /premove/);
  await anna.click({ from: "c4", to: "c4" });
  await premove("c5").not.toHaveAttribute("data-marks", /premove/);
  await anna.click({ from: "a2", to: "a4" });
  await rests(anna, "a4");
  await anna.click({ from: "a4", to: "a5" });
  await rests(anna, "a5");
  const cora = await guest("Cora");
  await cora.arrive(link);
  expect(cora.live?.yours).toBe(null);
  await expect(cora.page.getByRole("button", { name: "Resign" })).toBeHidden();
  await anna.page.getByRole("button", { name: "Offer draw" }).click();
  await expect(bert.page.locator(".offer")).toContainText("Anna offers a draw");
  await bert.page.locator(".offer").getByRole("button", { name: "Accept" }).click();
  await expect(anna.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
  await expect(cora.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
  await bert.dialog.getByRole("button", { name: "Review" }).click();
  await anna.dialog.getByRole("button", { name: "Rematch" }).click();
  await expect(bert.page.locator(".offer")).toContainText("Anna wants a rematch");
  await bert.page.locator(".offer").getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => bert.live?.table).toBe(anna.live?.table);
  expect([anna.live?.yours, bert.live?.yours]).toEqual([1, 0]);
});

/**
 * Waits until an own piece has come to a square.
 * @param {Person} person
 * @param {string} square
 */
async function rests(person, square) {
  const there = () => person.army("own").some(({ place }) => place.is === "standing" && place.square === square);
  await expect.poll(there, { timeout: 90_000 }).toBe(true);
}

test("a reload in the middle of a game comes back to the same seat", async ({ guest }) => {
  const { anna, bert } = await pair(guest);
  await anna.click({ from: "e2", to: "e4" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  const before = anna.now.tick;
  await anna.page.reload();
  await anna.seeBoard();
  expect(anna.live?.yours).toBe(0);
  await anna.seeRunning();
  expect(anna.now.tick).toBeGreaterThanOrEqual(before);
  await anna.click({ from: "d2", to: "d3" });
  await expect.poll(() => bert.now.pieces.filter(({ place }) => place.is === "moving").length).toBeGreaterThan(0);
});

test("a new name reaches the other player in the middle of a game", async ({ guest }) => {
  const { anna, bert } = await pair(guest);
  await bert.rename("Bertold");
  await expect(anna.page.locator(".seats")).toContainText("Bertold");
  expect(anna.now.seats[1]?.name).toBe("Bertold");
  await bert.click({ from: "d7", to: "d6" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
});

test("a room: seats for bots and for others, until all are ready", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newLiveGame({ board: "four", seats: ["link", "you", "link", "level1"] });
  await expect(anna.page.locator("[data-square]").first()).toHaveAttribute("data-square", "c12");
  await inspect(anna, "desktop-light-live-room");
  await anna.page.getByLabel("Who plays Ivory").selectOption("level2");
  await expect(anna.page.locator("[data-seat='0'] .name")).toHaveText("Ivory");
  await expect(anna.page.getByLabel("Who plays Ivory")).toHaveValue("level2");
  await anna.page.getByLabel("Who plays Cobalt").selectOption("link");
  await expect.poll(() => anna.now.seats[3]?.sitter.is).toBe("nobody");
  await anna.page.getByLabel("Who plays Cobalt").selectOption("level1");
  const bert = await guest("Bert");
  await bert.arrive("/#lobby");
  await bert.page.getByLabel("Show").selectOption("chess");
  const door = bert.page.getByRole("link", { name: `Sit down, ${anna.live?.table}` });
  await expect(door).toHaveCount(0);
  await bert.page.getByLabel("Show").selectOption("kungfu");
  await door.click();
  await bert.seeBoard();
  await expect.poll(() => bert.live?.yours).toBe(2);
  await bert.page.getByRole("button", { name: "Ready" }).click();
  await expect(bert.turn).toHaveText("Waiting until all are ready…");
  await anna.page.getByRole("button", { name: "Ready" }).click();
  await anna.seeRunning();
  await bert.seeRunning();
});

test("time stands against bots, and the board says so", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newLiveGame({ speed: "standard", seats: ["you", "level1"] });
  await expect(anna.page.locator(".countdown")).toBeVisible();
  await anna.seeRunning();
  await anna.page.getByRole("button", { name: "Pause" }).click();
  await expect(anna.turn).toHaveText("Paused");
  const { tick } = anna.now;
  await anna.click({ from: "e2", to: "e4" });
  await expect(anna.tooltip).toContainText("paused");
  await anna.page.keyboard.press("Escape");
  await anna.page.keyboard.press("p");
  await anna.seeRunning();
  expect(anna.now.tick).toBeLessThan(tick + 60);
  await expect(anna.page.locator(".trip")).toHaveText(/^\d+ ms$/);
});

test("bots are watched by somebody who has no seat", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newLiveGame({ seats: ["level1", "level1"] });
  await anna.seeRunning();
  expect(anna.live?.yours).toBe(null);
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving"), { timeout: 60_000 }).toBe(true);
  for (const frame of anna.frames.filter(({ end }) => end === null)) {
    for (const { place } of frame.pieces) expect(place).not.toHaveProperty("to", expect.any(String));
  }
});

test("a replay shows what was seen, tick by tick; anybody opens it at a moment", async ({ guest }) => {
  test.slow();
  const anna = await guest();
  await anna.arrive();
  await anna.newLiveGame({ speed: "lightning", seats: ["you", "level1"] });
  await anna.seeRunning();
  for (let order = 0; order < 12 && anna.now.end === null; order++) await anna.attack("click", order * 5 + 3);
  if (anna.now.end === null) {
    await anna.page.getByRole("button", { name: "Resign" }).click();
    await anna.dialog.getByRole("button", { name: "Resign" }).click();
  }
  await anna.review();
  const end = anna.now.tick;
  const seen = anna.frames.filter(({ phase, tick }) => phase === "running" && tick > 0 && tick < end);
  // Of a tick at which an order was given it would have to be said whether before or after it.
  const plain = seen.filter(
    ({ tick }) => !last(seen, tick)?.pieces.some(({ place }) => place.is === "moving" && place.since === tick),
  );
  const moments = [plain[Math.floor(plain.length / 3)], plain[Math.floor(plain.length / 2)], plain.at(-1)];
  for (const moment of moments) {
    if (!moment) throw new Error("too little was seen");
    await seek(anna, moment.tick);
    expect(outline(anna.replayed?.frame)).toEqual(outline(last(seen, moment.tick)));
    await expect.poll(() => drawn(anna)).toEqual(expected(anna));
  }
  await anna.page.getByRole("button", { name: "Next capture" }).click();
  await anna.page.getByRole("button", { name: "Capture before" }).click();
  await anna.page.getByLabel("Speed", { exact: true }).last().selectOption("0.5");
  await seek(anna, 10);
  await anna.page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => anna.replayed?.frame.tick ?? 0, { timeout: 60_000 }).toBeGreaterThan(10);
  const still = anna.page.getByRole("button", { name: "Stand still" });
  // A short game may have come to its end meanwhile, where it stands still by itself.
  await still.click({ timeout: 5_000 }).catch(() => expect(still).toHaveCount(0));
  await anna.page.getByRole("button", { name: "Link to this moment" }).click();
  const address = anna.page.url();
  expect(address).toMatch(/\?tick=\d+$/);
  const bert = await guest("Bert", { viewport: SIZES.phone });
  await bert.arrive(address);
  const tick = Number(address.split("=").at(-1));
  await expect.poll(() => bert.replayed?.frame.tick).toBe(tick);
  await expect(bert.page.getByLabel("Moment of the game")).toHaveValue(String(tick));
  await inspect(bert, "phone-light-live-replay");
});

/**
 * @param {Person} person
 * @param {number} tick
 */
async function seek(person, tick) {
  await person.page.getByLabel("Moment of the game").fill(String(tick));
  await expect.poll(() => person.replayed?.frame.tick).toBe(tick);
}

/**
 * The last frame that was told of a tick: several wishes may be heard in one.
 * @param {LiveFrame[]} frames
 * @param {number} tick
 */
function last(frames, tick) {
  return frames.findLast((frame) => frame.tick === tick);
}

/**
 * What a player may know of a frame.
 * @param {LiveFrame | undefined} frame
 */
function outline(frame) {
  return frame?.pieces
    .filter(({ shape, place }) => shape !== "knight" || place.is === "standing")
    .map(({ id, army, shape, place }) => ({
      id,
      army,
      shape,
      place: place.is === "moving" ? { ...place, to: "?" } : place,
    }));
}

/** Where pieces are drawn, in squares from the upper left corner. @param {Person} person */
function drawn(person) {
  return person.page.locator(".piece:not(.taken)").evaluateAll((all) => {
    const box = document.querySelector("game-board")?.getBoundingClientRect() ?? new DOMRect();
    const places = all.map((one) => {
      const { x, y, width } = one.getBoundingClientRect();
      return [(x - box.x) / width, (y - box.y) / width].map((at) => Math.round(at * 10) / 10 + 0);
    });
    return places.map(String).sort();
  });
}

/** Where they should be by what was told. @param {Person} person */
function expected(person) {
  const frame = person.replayed?.frame;
  const places = (frame?.pieces ?? []).map(({ place }) => {
    if (place.is === "flying") throw new Error("nothing is hidden in a replay");
    const square = place.is === "standing" ? place.square : place.from;
    // An order that has just been given begins with the next tick.
    const way = place.is === "moving" ? Math.max(0, ((frame?.tick ?? 0) - place.since) / place.ticks) : 0;
    const [right, up] = place.is === "moving" ? place.step : [0, 0];
    const file = square.charCodeAt(0) - 97 + right * way;
    const rank = Number(square.slice(1)) - 1 + up * way;
    return [file, 7 - rank].map((at) => Math.round(at * 10) / 10 + 0);
  });
  return places.map(String).sort();
}
