// Keys that can be switched off, a link to the board, warnings about storage, live games that announce what happens.

import { expect, test } from "./fixtures.js";

test("a way to the board for the keyboard, which begins at the own side; letters can be switched off", async ({
  guest,
}) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.page.keyboard.press("Tab");
  await expect(anna.page.getByRole("link", { name: "To the board" })).toBeFocused();
  await anna.page.keyboard.press("Enter");
  await expect(anna.square("a1")).toBeFocused();
  await anna.walkTo("e2");
  await anna.page.keyboard.press("Space");
  await expect(anna.square("e2")).toHaveAttribute("aria-selected", "true");
  await anna.page.keyboard.press("Escape");
  await anna.page.keyboard.press("f");
  await expect(anna.page.locator("[data-square]").first()).toHaveAttribute("data-square", "h1");
  await anna.door("Settings");
  await anna.dialog.getByLabel("Single letters").uncheck();
  await anna.page.keyboard.press("Escape");
  await anna.page.keyboard.press("f");
  await anna.page.keyboard.press("n");
  await anna.page.keyboard.press("?");
  await expect(anna.page.getByRole("dialog", { name: "Keys" })).toContainText("switched off");
  await expect(anna.page.locator("[data-square]").first()).toHaveAttribute("data-square", "h1");
});

test("a press leaves no ring of the focus, a key does", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  const ring = (/** @type {string} */ square) =>
    anna.square(square).evaluate((one) => getComputedStyle(one).outlineStyle);
  await anna.walkTo("e4");
  expect(await ring("e4")).toBe("solid");
  await anna.drag({ from: "e2", to: "e4" });
  await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThan(0);
  for (const square of ["e2", "e4"]) expect(await ring(square), square).toBe("none");
});

test("a full storage warns at once, and damaged content is named in the console", async ({ guest }) => {
  const anna = await guest();
  const warnings = /** @type {string[]} */ ([]);
  anna.page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await anna.page.addInitScript(() => {
    localStorage.setItem("settings", "{damaged");
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      if (["settings", "missionsDone"].includes(key) && text !== "{damaged")
        throw new DOMException("full", "QuotaExceededError");
      store.call(this, key, text);
    };
  });
  await anna.sitAtTurns("chess");
  await expect.poll(() => warnings.some((words) => words.includes('"settings" is damaged'))).toBe(true);
  await anna.page.keyboard.press("m");
  await expect.poll(() => warnings.some((words) => words.includes('did not store "settings"'))).toBe(true);
  await anna.door("Settings");
  await anna.dialog.getByLabel("Animation").uncheck();
  await expect(anna.page.locator(".notice")).toHaveText(/storage of this browser is full: the settings will not/);
  await anna.page.evaluate(async () => {
    const main = document.querySelector("script[src$='main.js']")?.getAttribute("src") ?? "";
    const { save } = await import(new URL(main.replace("main.js", "storage.js"), document.baseURI).href);
    save("missionsDone", ["standing-rook"]);
  });
  await expect(anna.page.locator(".notice")).toHaveText(/is full: the missions that you did will not/);
});

test("a live game shows where own pieces go, what was captured and what happened; dialogs stop its time", async ({
  guest,
  driven,
}) => {
  const anna = await guest("Anna", { server: driven });
  await anna.sitLive();
  await anna.start();
  await anna.click({ from: "e2", to: "e4" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await expect(anna.square("e4")).toHaveAttribute("data-marks", "goal");
  await expect(anna.square("e4")).toHaveAccessibleName(/one of your pieces is going there/);
  await driven.pass(8_000);
  await anna.page.getByRole("button", { name: "New game" }).click();
  await expect.poll(() => anna.now.phase).toBe("paused");
  await anna.page.keyboard.press("Escape");
  await expect.poll(() => anna.now.phase).not.toBe("paused");
  await driven.pass(4_000);
  await anna.fight(() => anna.hasCaptured);
  await expect(anna.page.locator(".events li").first()).toBeVisible();
  await expect(anna.page.locator(".seats .captured .figure").first()).toBeVisible();
  if (anna.now.end === null) await anna.resign();
  await anna.review();
  const captures = anna.replay?.captures.length ?? 0;
  await expect(anna.page.locator(".captures i")).toHaveCount(captures);
  await expect(anna.page.locator(".replay")).toContainText(/\d+:\d\d of \d+:\d\d/);
  for (const name of ["One second back", "One second forward"])
    await expect(anna.page.getByRole("button", { name })).toBeVisible();
  await anna.page.getByRole("button", { name: "Export" }).click();
  await expect(anna.page.locator("#export-menu button:visible")).toHaveText(["JSON"]);
});
