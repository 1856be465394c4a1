// Phones: held sideways the board has the height and everything needed is beside it; nothing makes the page wider.

import { expect, SIZES, test } from "./fixtures.js";
import { centre } from "./hands.js";
import { inspect } from "./inspect.js";

/** @import { Locator } from "@playwright/test" */

/** How many lines the words of an element have, and where they end. @param {Locator} what */
const words = (what) =>
  what.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
    return { lines, right: Math.max(...boxes.map(({ right }) => right)) };
  });

const whole = (/** @type {Locator} */ what) => expect(what).toBeInViewport({ ratio: 1 });

const SIDEWAYS = [
  { width: 844, height: 390 },
  { width: 640, height: 360 },
];

for (const viewport of SIDEWAYS)
  test(`a phone held sideways, ${viewport.width} × ${viewport.height}`, async ({ guest, driven }) => {
    const anna = await guest("Anna", { viewport, hasTouch: true });
    await anna.sitAtTurns("chess", { clock: "5+3" });
    const parts = [".hero", ".above .card", ".lower .card", ".turn", ".clock >> nth=1"];
    for (const part of parts) await whole(anna.page.locator(part));
    await whole(anna.page.getByRole("button", { name: "Resign" }));
    const box = await anna.board.boundingBox();
    expect(box?.height, "the board has the height").toBeGreaterThan(viewport.height - 20);
    await anna.play("click");
    await inspect(anna, `sideways-${viewport.width}-chess`);
    await anna.door("Settings");
    await expect(anna.dialog).toContainText("Settings");
    const bob = await guest("Bob", { viewport, hasTouch: true, server: driven });
    await bob.sitLive();
    await bob.start();
    for (const part of [".hero", ".turn", ".seats .card >> nth=0"]) await whole(bob.page.locator(part));
    await inspect(bob, `sideways-${viewport.width}-live`);
    await bob.page.goto("/#missions");
    await bob.page.getByRole("button", { name: "Begin, Capture the standing rook" }).click();
    const task = bob.page.getByRole("region", { name: "Mission" });
    await whole(task);
    const [card, board] = [await task.boundingBox(), await bob.page.locator(".hero").boundingBox()];
    expect(card?.x, "the task is beside the board").toBeGreaterThanOrEqual(
      (board?.x ?? 0) + (board?.width ?? Number.NaN),
    );
    const cora = await guest("Cora", { viewport, hasTouch: true });
    await cora.visitStudy("/#study");
    const studied = await cora.board.boundingBox();
    expect(studied?.height, "the board of a study too").toBeGreaterThan(viewport.height - 20);
    await expect(cora.page.locator(".played"), "nothing is played in a study").toBeHidden();
  });

for (const viewport of SIDEWAYS)
  test(`names, buttons and the invitation are whole on a phone held sideways, ${viewport.width} × ${viewport.height}`, async ({
    guest,
    driven,
  }) => {
    const anna = await guest("Anna", { viewport, hasTouch: true });
    await anna.sitAtTurns("chess", { clock: "5+3" });
    const uncut = async (/** @type {Locator} */ what) =>
      expect(
        await what.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]),
      ).toEqual([0, 0]);
    await anna.play("click");
    await expect(anna.page.locator(".card[data-talks]")).toHaveCount(1);
    await uncut(anna.page.locator(".above .card"));
    await uncut(anna.page.locator(".above .name"));
    await anna.resign();
    await anna.page.keyboard.press("Escape");
    const rematch = anna.page.locator(".actions").getByRole("button", { name: "Rematch" });
    expect((await words(rematch)).lines, "a word of a button is not broken").toBe(1);
    const eve = await guest("Eve", { viewport, hasTouch: true });
    await eve.sit({ game: "chess", mode: "link", side: "white" });
    const [invite, side] = [
      await eve.page.locator(".invite").boundingBox(),
      await eve.page.locator(".beside").boundingBox(),
    ];
    expect(invite?.x, "the invitation is within its column").toBeGreaterThanOrEqual(side?.x ?? Number.NaN);
    const dan = await guest("Dan", { viewport, hasTouch: true, server: driven });
    await dan.sitLive({ board: "four", seats: ["you", "level1", "level1", "level1"] });
    for (const name of await dan.page.locator(".seats .name > :first-child").all()) {
      const { lines, right } = await words(name);
      expect(lines, "a name of one word").toBe(1);
      const card = await name.locator("xpath=ancestor::*[@data-seat]").boundingBox();
      expect(right, "within its card").toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? Number.NaN));
    }
  });

for (const [size, viewport] of Object.entries({ ...SIZES, laptop: { width: 1024, height: 768 } }))
  test(`a piece that is dragged beyond the edge does not make the page wider, ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.sitAtTurns("chess");
    const wide = () => anna.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    const before = await wide();
    const { x, y } = await centre(anna.square("h2"));
    await anna.page.mouse.move(x, y);
    await anna.page.mouse.down();
    await anna.page.mouse.move(viewport.width - 2, y - 20, { steps: 5 });
    expect(await wide()).toEqual(before);
    expect(before[0]).toBeLessThanOrEqual(viewport.width);
    await anna.page.mouse.up();
  });

test("a tall window of a desk does not scroll, and the field to type in is whole", async ({ guest }) => {
  for (const viewport of [SIZES.desktop, { width: 1024, height: 768 }, SIZES.tablet]) {
    const anna = await guest("Anna", { viewport });
    await anna.sitAtTurns("chess");
    await whole(anna.page.getByLabel("Type a move"));
    expect(await anna.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    await whole(anna.page.locator(".record"));
    for (const button of await anna.page.locator(".steps button:visible").all()) await whole(button);
    const field = await anna.page.getByLabel("Type a move").boundingBox();
    const free = viewport.height - (field?.y ?? 0) - (field?.height ?? 0);
    expect(free, "room that nothing uses").toBeLessThan(100);
  }
});

test("on a phone buttons have words, dialogs a way out, and typing is not covered", async ({ guest }) => {
  const anna = await guest("Anna", { viewport: SIZES.phone, hasTouch: true });
  await anna.sitAtTurns("chess");
  for (const words of ["Undo", "Hint", "Draw", "Resign", "Flip", "Export"])
    await expect(anna.page.locator(".actions").getByText(words, { exact: true })).toBeVisible();
  for (const words of ["New game", "Menu"]) await whole(anna.page.locator("header").getByText(words, { exact: true }));
  await anna.page.getByRole("button", { name: "Menu" }).click();
  for (const words of ["Lobby", "Practice", "Settings", "Keys"])
    await whole(anna.page.locator("#menu").getByText(words, { exact: true }));
  await anna.page.keyboard.press("Escape");
  await anna.page.getByRole("button", { name: "New game" }).click();
  await whole(anna.dialog.getByRole("button", { name: "Play" }));
  await anna.dialog.getByRole("button", { name: "Dismiss" }).click();
  for (const door of ["Keys", "Settings"]) {
    await anna.door(door);
    for (const name of ["Close", "Dismiss"]) await whole(anna.dialog.getByRole("button", { name }));
    await anna.dialog.getByRole("button", { name: "Dismiss" }).click();
    await expect(anna.page.locator("dialog")).toHaveCount(0);
  }
  const field = anna.page.getByLabel("Type a move");
  await field.focus();
  await field.scrollIntoViewIfNeeded();
  const covered = await field.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [2, height / 2, height - 2].some((down) => document.elementFromPoint(left + width / 2, top + down) !== one);
  });
  expect(covered, "something lies over the field").toBe(false);
});

test("on a tablet upright what is pressed next is in sight", async ({ guest, driven }) => {
  const anna = await guest("Anna", { viewport: SIZES.tablet });
  await anna.visit("/#lobby");
  await anna.page.goto("/#");
  await expect(anna.page.locator(".game")).toHaveCount(3);
  const tops = await anna.page.locator(".game").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size, "the three games are in one row").toBe(1);
  await anna.page.goto("/#learn");
  await anna.page.getByRole("link", { name: "Begin, First lesson: Chess" }).click();
  await whole(anna.page.getByRole("button", { name: "Go on" }));
  await anna.page.goto("/#puzzles");
  await whole(anna.page.getByRole("button", { name: "Hint" }));
  await anna.page.goto("/#editor?game=chess");
  for (const brush of await anna.page.locator(".brushes label").all()) await whole(brush);
  await whole(anna.board);
  const bob = await guest("Bob", { viewport: SIZES.tablet, server: driven });
  await bob.sitLive({ board: "four", seats: ["you", "link", "level1", "link"] });
  for (const viewport of [SIZES.tablet, { width: 1024, height: 768 }, SIZES.desktop]) {
    await bob.page.setViewportSize(viewport);
    await whole(bob.page.getByRole("button", { name: "Ready", exact: true }));
    await whole(bob.page.getByRole("button", { name: "Copy link" }));
    const name = bob.page.locator(".seats .card[data-seat='2'] .name > :first-child");
    expect((await name.boundingBox())?.height, `Vermilion is one word, ${viewport.width}`).toBeLessThan(32);
  }
  await bob.page.setViewportSize(SIZES.tablet);
  await bob.page.goto("/#missions");
  await bob.page.getByRole("button", { name: "Begin, Capture the standing rook" }).click();
  await whole(bob.page.getByRole("button", { name: "Pause" }));
});

test("a puzzle has its board whole on a phone held sideways, and the panel its button", async ({ guest }) => {
  const anna = await guest("Anna", { viewport: { width: 844, height: 390 }, hasTouch: true });
  await anna.visit("/#lobby");
  await anna.page.goto("/#puzzles");
  await expect(anna.page.locator(".exercise .task")).toContainText("to move");
  await expect(anna.board).toBeInViewport({ ratio: 0.98 });
  await anna.sitAtTurns("chess");
  await anna.page.locator(".played").click();
  await whole(anna.page.locator("#played-panel").getByRole("button", { name: "Start" }));
});

test("names at a live table are read from left to right when pieces were captured", async ({ guest, driven }) => {
  const anna = await guest("Anna", { viewport: { width: 320, height: 568 }, hasTouch: true, server: driven });
  await anna.sitLive({ board: "four", speed: "lightning", seats: ["you", "level1", "level1", "level1"] });
  await anna.start();
  await anna.resign();
  await anna.fight(() => anna.now.seats.some(({ lost }) => lost.length > 9));
  if (anna.now.end !== null) await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator(".seats .captured .figure").nth(9)).toBeVisible();
  const names = anna.page.locator(".seats .name > :first-child");
  for (const [width, height] of /** @type {const} */ ([
    [320, 568],
    [390, 844],
    [768, 1024],
    [1024, 768],
    [844, 390],
  ])) {
    await anna.page.setViewportSize({ width, height });
    const heights = await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    for (const high of heights) expect(high, `one line at ${width}×${height}`).toBeLessThan(32);
    const [name, captured] = [anna.page.locator(".seats .who").first(), anna.page.locator(".seats .captured").nth(1)];
    const [one, other] = [await name.boundingBox(), await captured.boundingBox()];
    if (!one || !other) throw new Error("a name and captures");
    const apart = other.x >= one.x + one.width || other.y >= one.y + one.height;
    expect(apart, `captures beside or below the name at ${width}×${height}`).toBe(true);
  }
});
