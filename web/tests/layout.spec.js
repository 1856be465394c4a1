// Nothing is cut, covered or moved away: header, steps, talk, the moves of a study, phones held sideways.

import { expect, SIZES, test } from "./fixtures.js";

/** @import { Locator } from "@playwright/test" */

const WIDTHS = { small: { width: 320, height: 640 }, ...SIZES, laptop: { width: 1024, height: 768 } };

/** Whether the whole text of an element is seen. @param {Locator} what */
const isWhole = (what) =>
  what.evaluate((one) => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1);

/** @param {Locator} what */
async function box(what) {
  await expect(what).toBeVisible();
  const found = await what.boundingBox();
  if (!found) throw new Error("it is not on the screen");
  return found;
}

for (const [size, viewport] of Object.entries(WIDTHS))
  test(`what is played is read whole in the header, and a talking bot keeps its name, ${size}`, async ({
    guest,
    driven,
  }) => {
    const anna = await guest("Anna", { viewport });
    await anna.sitAtTurns("ransom", { level: "beginner" });
    await expect(anna.page.locator(".summary")).toContainText("Beginner");
    expect(await isWhole(anna.page.locator(".summary"))).toBe(true);
    await anna.play("click");
    const talk = anna.page.locator(".above .talk");
    await expect(talk).toBeVisible();
    for (const part of [talk, anna.page.locator(".above .who"), anna.page.locator(".above .purse")])
      expect(await isWhole(part), await part.innerText()).toBe(true);
    const bob = await guest("Bob", { viewport, server: driven });
    await bob.sitLive({ board: "four", seats: ["you", "level1", "level1", "level1"] });
    await expect(bob.page.locator(".summary")).toContainText("Novice");
    expect(await isWhole(bob.page.locator(".summary"))).toBe(true);
  });

for (const [size, viewport] of Object.entries(SIZES))
  test(`the steps through a game stay where they are pressed, ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.sitHere("chess");
    for (let ply = 0; ply < 3; ply++) await anna.play("click");
    const back = anna.page.getByRole("button", { name: "One move back" });
    await back.scrollIntoViewIfNeeded();
    const before = await box(back);
    await back.click();
    await expect(anna.page.getByRole("button", { name: "Back to live" })).toBeVisible();
    expect(await box(back)).toEqual(before);
  });

test("a study has its moves before its tools on a phone, and all of them beside the board on a desk", async ({
  guest,
}) => {
  const anna = await guest("Anna", { viewport: SIZES.phone });
  await anna.visitStudy("/#study");
  const parts = async (/** @type {import("./person.js").Person} */ { page }) => {
    const found = [page.locator("game-board"), page.locator(".tree"), page.getByRole("button", { name: "Threat" })];
    return Promise.all(found.map(box));
  };
  const [, tree, tools] = await parts(anna);
  expect(tree?.y ?? 0).toBeLessThan(tools?.y ?? 0);
  for (const viewport of [SIZES.desktop, WIDTHS.laptop]) {
    const bob = await guest("Bob", { viewport });
    await bob.visitStudy("/#study");
    const [board, moves, engine] = await parts(bob);
    const right = (board?.x ?? 0) + (board?.width ?? 0);
    for (const part of [moves, engine]) expect(part?.x ?? 0).toBeGreaterThanOrEqual(right);
    expect((engine?.y ?? 0) + (engine?.height ?? 0), "without scrolling").toBeLessThanOrEqual(viewport.height);
  }
});

test("on a phone held sideways nothing lies over the record, and practice shows board and task", async ({ guest }) => {
  const viewport = { width: 844, height: 390 };
  const anna = await guest("Anna", { viewport });
  await anna.sit({ game: "chess", mode: "link", side: "white" });
  const bert = await guest("Bert", { viewport });
  await bert.visit(`/#${anna.table}`);
  await expect(anna.turn).toHaveText("Your turn, Anna");
  await anna.play("click");
  await anna.page.getByRole("button", { name: "Offer draw" }).click();
  await expect(bert.page.getByRole("button", { name: "Accept" })).toBeVisible();
  const places = [".record", ".history .steps", ".chat"].map((part) => box(bert.page.locator(part)));
  const [record, steps, chat] = await Promise.all(places);
  if (!record || !steps || !chat) throw new Error("three parts");
  expect(steps.y).toBeGreaterThanOrEqual(record.y + record.height);
  expect(chat.y).toBeGreaterThanOrEqual(steps.y + steps.height);
  await anna.page.goto("/#puzzles");
  const [board, task] = [".exercise game-board", ".exercise .task"].map((part) => box(anna.page.locator(part)));
  if (!board || !task) throw new Error("two parts");
  const { x, width, height } = await board;
  expect(height, "the whole board fits").toBeLessThanOrEqual(viewport.height);
  expect((await task).x).toBeGreaterThanOrEqual(x + width);
});

for (const viewport of [SIZES.desktop, WIDTHS.laptop])
  test(`a capture of Ransom is one line of the record, ${viewport.width}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.sitHere("ransom", "6nb/7n/8/8/4B3/8/8/BNN5 w 0/0 0 1");
    await anna.play("click", (choices) => choices.find(({ captures }) => captures));
    const move = anna.page.locator(".record button").first();
    await expect(move).toContainText("capture");
    const lines = await move.evaluate((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
  });
