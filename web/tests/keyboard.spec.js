// Lessons, puzzles and studies by the keyboard alone: Tab leads to everything, and the focus is not lost on the way.

import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.js";

/** @import { Locator } from "@playwright/test" */
/** @import { Square } from "../wire" */
/** @import { Person } from "./person.js" */

const PUZZLES = readFileSync(new URL("../../crates/puzzles/data/chess.txt", import.meta.url), "utf8").split("\n");

/** The moves of the solver. @param {string} title with the name of the puzzle */
function solution(title) {
  const line = PUZZLES.find((one) => one.startsWith(`${title.split(" ").at(-1)}\t`)) ?? "";
  const moves = line.split("\t").at(-1)?.split(" ") ?? [];
  return moves.filter((_, at) => at % 2 === 1);
}

/** Tab reaches everything of a view in fewer steps. */
const MOST_STEPS = 120;

/** @param {Locator} wanted */
const hasFocus = (wanted) =>
  wanted.evaluate((one) => one === document.activeElement || one.contains(document.activeElement));

/**
 * Presses Tab until something has the focus.
 * @param {Person} person
 * @param {Locator} wanted
 */
async function tabTo({ page }, wanted) {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < MOST_STEPS && !(await hasFocus(wanted)); step++) await page.keyboard.press("Tab");
  expect(await hasFocus(wanted), `Tab leads to ${wanted}`).toBe(true);
}

/**
 * Moves a piece by arrows and Enter, on a board to which Tab leads.
 * @param {Person} person
 * @param {string[]} squares
 */
async function move(person, squares) {
  const { page } = person;
  await tabTo(person, page.getByRole("grid"));
  for (const wanted of squares) {
    const here = async () => String(await page.evaluate(() => document.activeElement?.getAttribute("data-square")));
    const [file, rank] = [...wanted];
    for (let step = 0; step < 16; step++) {
      const at = await here();
      if (at === wanted) break;
      const [column, row] = [...at];
      if (column !== file) await page.keyboard.press(String(column) < String(file) ? "ArrowRight" : "ArrowLeft");
      else await page.keyboard.press(Number(row) < Number(rank) ? "ArrowUp" : "ArrowDown");
    }
    expect(await here()).toBe(wanted);
    await page.keyboard.press("Enter");
  }
}

test("a lesson is played by the keyboard alone", async ({ guest }) => {
  const anna = await guest();
  const { page } = anna;
  await anna.visit("/#lobby");
  await page.goto("/#learn");
  await tabTo(anna, page.getByRole("link", { name: "Begin, First lesson: Chess" }));
  await page.keyboard.press("Enter");
  const task = page.locator(".task");
  await tabTo(anna, page.getByRole("button", { name: "Go on" }));
  await page.keyboard.press("Enter");
  await expect(task).toContainText("from e2 to e4");
  await move(anna, ["e2", "e4"]);
  await expect(task).toContainText("Play Nf3");
  await move(anna, ["g1", "f3"]);
  await expect(task).toContainText("Play Bb5");
  const sheet = page.locator(".exercise .sheet");
  const on = page.locator('[data-door="continue"], [data-door="show"]');
  const done = page.locator('.exercise[data-state="done"]');
  while (!(await done.isVisible())) {
    const before = await sheet.textContent();
    await tabTo(anna, on);
    await page.keyboard.press("Enter");
    await expect.poll(() => sheet.textContent()).not.toBe(before);
    expect(await hasFocus(sheet), "the focus stays in the exercise").toBe(true);
  }
  await expect(task).toContainText("That was the lesson");
});

test("a puzzle is solved by the keyboard alone, and the next one begins", async ({ guest }) => {
  const anna = await guest();
  const { page } = anna;
  await anna.visit("/#lobby");
  await page.goto("/#puzzles");
  const sheet = page.locator(".exercise .sheet");
  await expect(page.locator(".task")).toContainText("to move");
  await tabTo(anna, page.getByRole("button", { name: "Hint" }));
  await page.keyboard.press("Enter");
  await expect(page.locator(".task")).toContainText("The piece on");
  expect(await hasFocus(sheet)).toBe(true);
  const heading = page.locator(".exercise h2");
  const done = page.locator('.exercise[data-state="done"]');
  const moves = solution(String(await heading.textContent()));
  for (const [at, code] of moves.entries()) {
    const before = await sheet.textContent();
    await tabTo(anna, page.getByRole("grid"));
    const [from, to] = /** @type {Square[]} */ ([code.slice(0, 2), code.slice(2, 4)]);
    await anna.keys({ from: from ?? "a1", to: to ?? "a1" });
    // The first piece of the dialog is the queen.
    if (code.endsWith("q")) await anna.dialog.getByRole("button").first().press("Enter");
    await expect.poll(() => sheet.textContent(), `move ${at + 1}`).not.toBe(before);
  }
  await expect(done).toBeVisible();
  await expect(page.locator(".task")).toContainText("Solved, with help.");
  const title = String(await heading.textContent());
  await page.keyboard.press("n");
  await expect(heading).not.toHaveText(title);
});

test("a study has its moves, the engine and a review by the keyboard alone", async ({ guest }) => {
  const anna = await guest();
  const { page } = anna;
  await anna.visitStudy("/#study");
  await move(anna, ["e2", "e4"]);
  const moves = page.getByRole("group", { name: "Moves" });
  await expect(moves).toContainText("e4");
  await tabTo(anna, page.getByLabel("Type a move"));
  await page.keyboard.type("e5");
  await page.keyboard.press("Enter");
  await expect(moves).toContainText("e5");
  await tabTo(anna, page.getByRole("button", { name: "Engine", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.locator(".lines li")).toHaveCount(3);
  await tabTo(anna, page.locator("#explorer-source"));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("region", { name: "Explorer" })).toContainText("games.");
  await tabTo(anna, page.getByRole("button", { name: "Review", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.locator(".accuracy")).toContainText("%");
  await tabTo(anna, page.getByLabel("Comment"));
  await page.keyboard.type("by keys");
  await page.keyboard.press("Tab");
  await expect(moves).toContainText("by keys");
});
