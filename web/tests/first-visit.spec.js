// Names, profiles and what the browser keeps.

import { expect, test } from "./fixtures.js";

/** @import { Page } from "@playwright/test" */

const EMPTY = "Display name cannot be empty";
const LONG = "Display name must be 20 characters or less";
const STRANGE = "Display name can only contain letters, numbers, and single spaces";
const JOINED = "An apostrophe or a hyphen must be between two letters";

/** @param {Page} page */
const profile = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("playerProfile") ?? "null"));

test("a name is checked while it is typed", async ({ guest }) => {
  const { page } = await guest();
  await page.goto("/#play");
  const field = page.getByLabel("Display name");
  const go = page.getByRole("button", { name: "Start playing" });
  await expect(go).toBeDisabled();
  await expect(page.getByText("0/20")).toBeVisible();
  for (const [typed, fault] of [
    ["   ", EMPTY],
    ["a".repeat(21), LONG],
    ["An_na", STRANGE],
    ["An  na", STRANGE],
    ["O''Brien", JOINED],
    ["Anna-", JOINED],
    ["-_", STRANGE],
  ]) {
    await field.fill(String(typed));
    await expect(page.locator(".fault")).toHaveText(String(fault));
    await expect(go).toBeDisabled();
  }
  // Letters of any script are letters.
  for (const name of ["Ännchen", "Łukasz", "李", "אבג", "O'Brien", "O’Brien", "Jean-Luc"]) {
    await field.fill(name);
    await expect(go).toBeEnabled();
  }
  await field.fill("😀");
  await expect(page.getByText("1/20"), "one sign, not two halves").toBeVisible();
  await field.fill("  Anna 2 ");
  await expect(page.getByText("6/20")).toBeVisible();
  await expect(page.locator(".fault")).toHaveText("");
  await expect(go).toBeEnabled();
});

test("the first dialog cannot be dismissed, and what was preloaded is used meanwhile", async ({ guest }) => {
  const { page } = await guest();
  await page.addInitScript(() => {
    const { fetch } = window;
    const asked = Reflect.set(window, "asked", []) && Reflect.get(window, "asked");
    window.fetch = (what, how) => {
      asked.push(String(what));
      return fetch(what, how);
    };
  });
  await page.goto("/#play");
  const dialog = page.getByRole("dialog", { name: "Welcome to Threefold" });
  for (let press = 0; press < 3; press++) await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => Reflect.get(window, "asked").some((/** @type {string} */ one) => one.endsWith("api/levels"))),
    )
    .toBe(true);
});

test("a profile is kept in its form and greets", async ({ guest }) => {
  const anna = await guest("Anna");
  const before = Date.now();
  await anna.arrive();
  const kept = await profile(anna.page);
  expect(Object.keys(kept).sort()).toEqual(["createdAt", "displayName", "gamesPlayed", "id", "wins"]);
  expect(kept.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(kept).toMatchObject({ displayName: "Anna", gamesPlayed: 0, wins: 0 });
  expect(kept.createdAt).toBeGreaterThanOrEqual(before - 1000);
  await anna.page.reload();
  await expect(anna.page.locator(".notice")).toHaveText("Welcome back, Anna!");
  await anna.seeBoard();
});

test("without storage the name lasts for the visit", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("refused", "SecurityError");
      },
    });
  });
  await anna.page.goto("/#play");
  await expect(anna.dialog.getByText("Your name lasts for this visit")).toBeVisible();
  await anna.arrive();
  await expect(anna.turn).toContainText("Anna");
  await anna.door("Settings");
  await expect(anna.dialog.getByText("lasts for this visit")).toBeVisible();
});

test("damaged storage is logged and cleared, and a name asked for again", async ({ guest }) => {
  const anna = await guest("Anna");
  const warnings = /** @type {string[]} */ ([]);
  anna.page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const id = "9b2d6f0e-3b1c-4c5d-8e7f-000000000000";
  for (const damaged of [
    "{",
    "[]",
    '{"id":"7","displayName":"Anna","createdAt":1,"gamesPlayed":0,"wins":0}',
    `{"id":"${id}","displayName":"<b>","createdAt":1,"gamesPlayed":0,"wins":0}`,
    `{"id":"${id}","displayName":"Anna","createdAt":1,"gamesPlayed":-1,"wins":0}`,
  ]) {
    await anna.page.goto("/api/levels");
    await anna.page.evaluate((text) => {
      localStorage.setItem("playerProfile", text);
      localStorage.setItem("device", '"short"');
      localStorage.setItem("settings", '{"theme":"pink"}');
      localStorage.setItem("tables", '{"abc234":{}}');
      localStorage.setItem("lastTable", "7");
      localStorage.setItem("lastOpening", '{"game":"ransom","mode":"elsewhere"}');
    }, damaged);
    await anna.page.goto("/#play");
    await expect(anna.dialog, damaged).toContainText("Welcome to Threefold");
    await expect
      .poll(() => warnings.filter((words) => words.includes('"playerProfile" is damaged')).length, damaged)
      .toBeGreaterThan(0);
    warnings.length = 0;
    expect(await anna.page.evaluate(() => localStorage.getItem("playerProfile"))).toBeNull();
  }
  await anna.arrive();
  expect(await profile(anna.page)).toMatchObject({ displayName: "Anna" });
  expect(await anna.page.evaluate(() => localStorage.getItem("device"))).toMatch(/^"[0-9a-f]{32}"$/);
});

test("seats of an earlier version of the page are kept", async ({ guest }) => {
  const anna = await guest("Anna");
  const table = await anna.sitAtTurns();
  await anna.page.evaluate(() => {
    const tables = JSON.parse(localStorage.getItem("tables") ?? "{}");
    for (const held of Object.values(tables)) {
      held.secrets = held.seats.map((/** @type {any} */ { seat, token }) => ({ seat, secret: token }));
      delete held.seats;
    }
    localStorage.setItem("tables", JSON.stringify(tables));
  });
  await anna.page.reload();
  await anna.seeBoard();
  expect(anna.view).toMatchObject({ table, yours: [0] });
});

test("a new name is checked, confirmed and shown everywhere at once", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.sitAtTurns();
  await anna.play("click");
  await anna.door("Settings");
  const [save, cancel] = ["Save", "Cancel"].map((name) => anna.dialog.getByRole("button", { name }));
  const field = anna.dialog.getByLabel("Display name");
  await expect(save ?? field, "nothing to save").toBeHidden();
  await field.fill("Berta!");
  await expect(save ?? field).toBeDisabled();
  await cancel?.click();
  await expect(field).toHaveValue("Anna");
  await field.fill("Berta");
  await save?.click();
  await expect(anna.dialog.getByText("You are Berta now")).toBeVisible();
  await anna.dialog.getByRole("button", { name: "Close" }).click();
  await expect(anna.page.locator(".record button").first()).toHaveAttribute("aria-label", /^Berta: /);
  await expect(anna.page.locator(".seats")).toContainText("Berta");
  expect(await profile(anna.page)).toMatchObject({ displayName: "Berta" });
});

test("a profile is cleared after a question", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.visit();
  await anna.door("Settings");
  await anna.dialog.getByRole("button", { name: "Clear profile" }).click();
  await anna.dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await profile(anna.page)).not.toBeNull();
  await anna.dialog.getByRole("button", { name: "Clear profile" }).click();
  await anna.dialog.getByRole("button", { name: "Clear profile" }).click();
  await expect(anna.dialog).toContainText("Welcome to Threefold");
  expect(await profile(anna.page)).toBeNull();
  await anna.page.getByLabel("Display name").fill("Berta");
  await anna.page.getByRole("button", { name: "Start playing" }).click();
  await expect(anna.page.locator(".seats")).toContainText("Berta");
});

test("looks and sounds are kept", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.visit();
  const sprite = anna.page.waitForResponse(/letters\.svg/);
  await anna.door("Settings");
  // Before it is chosen, or the board would be empty for a moment.
  await sprite;
  await anna.dialog.getByLabel("Theme").selectOption("dark");
  await anna.dialog.getByLabel("Board", { exact: true }).selectOption("walnut");
  await anna.dialog.getByLabel("Pieces").selectOption("letters");
  await anna.dialog.getByLabel("Animation").uncheck();
  await anna.dialog.getByLabel("Turn the board").uncheck();
  await anna.dialog.getByLabel("Volume").fill("70");
  await anna.dialog.getByLabel("Sound").uncheck();
  await anna.dialog.getByRole("button", { name: "Close" }).click();
  await anna.page.reload();
  await anna.seeBoard();
  const root = anna.page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(root).toHaveAttribute("data-board", "walnut");
  await expect(root).toHaveAttribute("data-motion", "off");
  await expect(anna.page.locator(".piece use").first()).toHaveAttribute("href", /letters/);
  await anna.page.keyboard.press("m");
  await expect(anna.page.locator(".notice")).toHaveText("Sound is on");
});

test("a new name shows in another tab too", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.visit();
  const tab = await anna.page.context().newPage();
  await tab.goto("/#play");
  await expect(tab.locator(".seats")).toContainText("Anna");
  await anna.door("Settings");
  await anna.dialog.getByLabel("Display name").fill("Berta");
  await anna.dialog.getByRole("button", { name: "Save" }).click();
  await expect(tab.locator(".seats")).toContainText("Berta");
});
