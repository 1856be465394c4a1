// The board editor: by the mouse, by keys alone, with every fault named; a game and a study begin from it. The explorer
// of a study, and the names of openings at a table.

import { expect, SIZES, test } from "./fixtures.js";
import { inspect } from "./inspect.js";

/** @import { Person } from "./person.js" */

const FILE = `[White "Ada"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[White "Cem"]
[Black "Dora"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[White "Eve"]
[Black "Fay"]
[Result "0-1"]

1. Nf3 e5 2. e4 Nc6 0-1
`;

/** Comes to the editor. @param {Person} person @param {string} [wanted] */
async function edit(person, wanted = "") {
  await person.visitEditor(`/#editor${wanted}`);
}

/** @param {Person} person */
function faults(person) {
  return person.page.getByRole("status", { name: "Faults" });
}

/** @param {Person} person @param {string} square */
function square(person, square) {
  return person.page.locator(`game-board [data-square="${square}"]`);
}

test("a position is set up by the mouse, its faults are named, and a game begins from it", async ({ guest }) => {
  const anna = await guest();
  await edit(anna);
  const { page } = anna;
  await expect(faults(anna)).toContainText("Nothing is wrong");
  await page.getByRole("button", { name: "Empty board" }).click();
  await expect(faults(anna)).toContainText("White has no king.");
  await expect(faults(anna)).toContainText("Black has no king.");
  await expect(page.getByRole("button", { name: "Play from here" })).toBeDisabled();
  await page.locator('label[title="White king"]').click();
  await square(anna, "e1").click();
  await page.locator('label[title="Black king"]').click();
  await square(anna, "e3").click();
  await page.locator('label[title="White rook"]').click();
  await square(anna, "h1").click();
  await expect(page.getByLabel("Position as text")).toHaveValue("8/8/8/8/8/4k3/8/4K2R w - - 0 1");
  await page.getByLabel("White castles short").check();
  await expect(page.getByLabel("Position as text")).toHaveValue("8/8/8/8/8/4k3/8/4K2R w K - 0 1");
  await page.locator('label[title="Move pieces"]').click();
  await square(anna, "h1").click();
  await square(anna, "d8").click();
  await expect(faults(anna)).toContainText("White castles short: that takes the king");
  await page.getByLabel("White castles short").uncheck();
  await expect(faults(anna)).toContainText("Nothing is wrong");
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(anna.dialog.getByLabel("Position as text")).toHaveValue("3R4/8/8/8/8/4k3/8/4K3 w - - 0 1");
  await anna.dialog.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator(".piece")).toHaveCount(3);
  await expect(page.locator(".history")).toBeVisible();
});

test("the editor works by keys alone, and a study begins from it", async ({ guest }) => {
  const anna = await guest();
  await edit(anna, "?position=8/8/8/8/8/8/8/8%20w%20-%20-%200%201");
  const { page } = anna;
  await expect(faults(anna)).toContainText("The board is empty.");
  const brush = async (/** @type {string} */ name) => {
    await page.getByRole("radio", { name, exact: true }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByRole("radio", { name, exact: true })).toBeChecked();
  };
  // The board has one tab stop, where the keyboard was last.
  const walk = async (/** @type {string[]} */ ...keys) => {
    await page.locator('game-board [tabindex="0"]').focus();
    for (const key of [...keys, "Enter"]) await page.keyboard.press(key);
  };
  await brush("White king");
  await walk();
  await expect(square(anna, "a1")).toHaveAccessibleName("a1, white king");
  await brush("Black king");
  await walk("ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp");
  await expect(square(anna, "c3")).toHaveAccessibleName("c3, black king");
  await brush("White pawn");
  await walk(...Array(5).fill("ArrowRight"), "ArrowDown", "ArrowDown");
  await expect(faults(anna)).toContainText("The pawn on h1 cannot stand on the first or last rank.");
  await page.keyboard.press("Delete");
  await expect(faults(anna)).toContainText("Nothing is wrong");
  await page.getByLabel("Side to move").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("Position as text")).toHaveValue("8/8/8/8/8/2k5/8/K7 b - - 0 1");
  await page.getByRole("button", { name: "Study it" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".tree")).toBeVisible();
  await expect(page.locator(".piece")).toHaveCount(2);
});

test("Ransom has an editor with purses, and a text that cannot be read is named", async ({ guest }) => {
  const anna = await guest();
  await edit(anna, "?game=ransom");
  const { page } = anna;
  await expect(page.getByRole("radio", { name: "White queen" })).toBeAttached();
  await expect(page.getByRole("radio", { name: "White king" })).toHaveCount(0);
  await page.getByLabel("White's purse").fill("5");
  await page.getByLabel("White's purse").blur();
  await expect(faults(anna)).toContainText("purse");
  await page.getByLabel("Position as text").fill("nonsense");
  await page.getByLabel("Position as text").blur();
  await expect(faults(anna)).toContainText("a position has five fields");
  await page.getByRole("button", { name: "Turn the board" }).click();
  await page.getByRole("button", { name: "Start position" }).click();
  await expect(faults(anna)).toContainText("Nothing is wrong");
  await page.locator("#editor-game").selectOption("chess");
  await expect(page.getByRole("radio", { name: "White king" })).toBeAttached();
});

test("the explorer counts the games of a file, the openings and the own games", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess");
  for (const text of ["e4", "e5", "Nf3"]) {
    await anna.page.getByLabel("Type a move").fill(text);
    await anna.page.keyboard.press("Enter");
    await expect(anna.page.locator(".record")).toContainText(text);
  }
  // The name of the opening is beside the record, and that of an earlier point with it.
  const named = anna.page.locator(".history .opening");
  await expect(named).toContainText("C40");
  await anna.page.keyboard.press("Escape");
  await anna.page.getByRole("button", { name: "First position" }).click();
  await expect(named).toHaveText("");
  await anna.page.getByRole("button", { name: "Present position" }).click();
  await expect(named).toContainText("C40");
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: /resign/i }).click();
  await expect(anna.page.locator(".status, .turn").first()).toBeVisible();

  await anna.visitStudy("/#study");
  const { page } = anna;
  const panel = page.getByRole("region", { name: "Explorer" });
  const file = { name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(FILE) };
  await panel.getByLabel("Explorer", { exact: true }).selectOption("file");
  await panel.getByLabel("PGN file to explore").setInputFiles(file);
  await expect(panel).toContainText("3 games.");
  const rows = panel.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("e4");
  await expect(rows.first().getByRole("img")).toHaveAccessibleName("White won 1, drawn 1, Black won 0");
  // Two ways to one position count together.
  for (const move of ["e4", "e5", "Nf3"]) {
    const button = panel.getByRole("button", { name: move, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".standing")).toContainText(move);
  }
  await expect(rows.first().locator("td").nth(1)).toHaveText("2");
  await panel.getByLabel("Explorer", { exact: true }).selectOption("openings");
  await expect(rows.first()).toContainText("Nc6");
  await panel.getByLabel("Explorer", { exact: true }).selectOption("mine");
  await expect(panel).toContainText("1 game.");
  await expect(panel).toContainText("No game has this position.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "1. e4" }).click();
  await expect(rows.first()).toContainText("e5");
  await expect(rows.first().getByRole("img")).toHaveAccessibleName(/won 1/);
  await panel.getByLabel("Explorer", { exact: true }).selectOption("");
  await expect(rows).toHaveCount(0);
});

for (const [size, viewport] of Object.entries(SIZES))
  test(`the explorer is beside a finished game, on a ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    const { page } = anna;
    await anna.sitHere("chess");
    const panel = page.getByRole("region", { name: "Explorer" });
    for (const text of ["e4", "c5"]) {
      await page.getByLabel("Type a move").fill(text);
      await page.keyboard.press("Enter");
      await expect(page.locator(".record")).toContainText(text);
    }
    await expect(panel).toHaveCount(0);
    await page.getByRole("button", { name: "Resign" }).click();
    await anna.dialog.getByRole("button", { name: "Resign" }).click();
    await anna.dialog.getByRole("button", { name: "Review" }).click();
    await panel.getByLabel("Explorer", { exact: true }).selectOption("mine");
    await expect(panel).toContainText("1 game.");
    const rows = panel.locator("tbody tr");
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText("e4");
    await expect(rows.first().getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: "One move forward" }).click();
    await expect(rows.first()).toContainText("B20 Sicilian Defence");
    await page.getByRole("button", { name: "Present position" }).click();
    await expect(panel).toContainText("No game has this position.");
    await panel.getByLabel("Explorer", { exact: true }).selectOption("openings");
    await expect(rows.first()).toContainText("Nf3");
    await inspect(anna, `${size}-explorer-review`);
  });

for (const [size, colorScheme] of /** @type {const} */ ([
  ["desktop", "light"],
  ["phone", "dark"],
  ["desktop", "dark"],
  ["phone", "light"],
])) {
  test(`the editor and the explorer on a ${size}, ${colorScheme}`, async ({ guest }) => {
    const looks = { viewport: SIZES[size], colorScheme, reducedMotion: /** @type {const} */ ("reduce") };
    const anna = await guest("Anna", looks);
    await edit(anna);
    await anna.page.locator('label[title="Black queen"]').click();
    await square(anna, "e4").click();
    await expect(faults(anna)).not.toContainText("Nothing is wrong");
    await inspect(anna, `${size}-${colorScheme}-editor`);
    await anna.visitStudy("/#study");
    await anna.page.locator("#explorer-source").selectOption("openings");
    await expect(anna.page.locator(".explorer tbody tr").first()).toBeVisible();
    await inspect(anna, `${size}-${colorScheme}-explorer`);
  });
}
