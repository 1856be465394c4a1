// Rules, lessons, puzzles, missions and drills in a real browser.

import { expect, SIZES, test } from "./fixtures.js";
import { inspect } from "./inspect.js";

/** @import { Person } from "./person.js" */

/** @param {Person} person @param {string} address */
async function go(person, address) {
  await person.visit("/#lobby");
  await person.page.goto(`/${address}`);
}

/** @param {Person} person */
const task = ({ page }) => page.locator(".task");

/**
 * Presses what leads on until the exercise is over.
 * @param {Person} person
 */
async function showAll({ page }) {
  const done = page.locator('.exercise[data-state="done"]');
  const on = page.locator('[data-door="continue"], [data-door="show"]');
  while (!(await done.isVisible())) {
    const before = await page.locator(".exercise .sheet").textContent();
    await on.click();
    await expect.poll(() => page.locator(".exercise .sheet").textContent()).not.toBe(before);
  }
}

test("the rules of every game are one press away at the table", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("ransom");
  await anna.door("How to play");
  await expect(anna.dialog).toContainText("Two points buy a queen");
  const pictures = anna.dialog.locator("img");
  await expect(pictures).toHaveCount(4);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((one) => /** @type {HTMLImageElement} */ (one).naturalWidth))
      .toBeGreaterThan(0);
  }
  const boxes = await anna.dialog.locator("form > *").evaluateAll((parts) =>
    parts.map((part) => {
      const { top } = part.getBoundingClientRect();
      const lowest = [part, ...part.querySelectorAll("*")].map((one) => one.getBoundingClientRect().bottom);
      return { top, bottom: Math.max(...lowest) };
    }),
  );
  // The last part is the row of buttons, which stays in sight over the others.
  for (const [at, { bottom }] of boxes.slice(0, -2).entries())
    expect(bottom, `part ${at} ends above the next`).toBeLessThanOrEqual((boxes[at + 1]?.top ?? 0) + 1);
  await inspect(anna, "rules-ransom");
  await anna.page.keyboard.press("Escape");
  await anna.sitLive();
  await anna.door("How to play");
  await expect(anna.dialog).toContainText("There are no turns");
});

test("the lesson of chess is played by mouse and by keys", async ({ guest }) => {
  const anna = await guest();
  await go(anna, "#learn");
  await anna.page.getByRole("link", { name: "Begin, First lesson: Chess" }).click();
  await anna.page.getByRole("button", { name: "Go on" }).click();
  await expect(task(anna)).toContainText("from e2 to e4");
  await anna.click({ from: "d2", to: "d4" });
  await expect(task(anna)).toContainText("That is another move");
  await anna.click({ from: "e2", to: "e4" });
  await expect(task(anna)).toContainText("Play Nf3");
  await anna.keys({ from: "g1", to: "f3" });
  await expect(task(anna)).toContainText("Play Bb5");
  const [show, on] = ["Show the move", "Go on"].map((name) => anna.page.getByRole("button", { name }));
  if (!show || !on) throw new Error("two buttons");
  for (const next of ["Bxc6", "castle"]) {
    await show.click();
    await expect(task(anna)).toContainText(next);
  }
  await show.click();
  await expect(task(anna), "the result before another position").toHaveText("Right: O-O.");
  await expect(show).toHaveCount(0);
  await on.click();
  await expect(task(anna)).toContainText("Play Ra8+");
  await showAll(anna);
  await expect(task(anna)).toContainText("That was the lesson");
});

test("on a phone a lesson needs no scrolling", async ({ guest }) => {
  const anna = await guest("Anna", { viewport: { width: 360, height: 740 } });
  await go(anna, "#learn");
  await anna.page.getByRole("link", { name: "Begin, First lesson: Chess" }).click();
  const on = anna.page.getByRole("button", { name: "Go on" });
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 844, height: 390 },
  ]) {
    await anna.page.setViewportSize(viewport);
    for (const part of [anna.board, task(anna), on]) await expect(part).toBeInViewport({ ratio: 0.99 });
  }
});

for (const [size, viewport] of Object.entries(SIZES))
  test(`lessons, puzzles and drills on a ${size}, light and dark`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    const see = async (/** @type {string} */ view) => {
      for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
        await anna.page.emulateMedia({ colorScheme });
        await inspect(anna, `${size}-${colorScheme}-${view}`);
      }
    };
    await go(anna, "#learn");
    await expect(anna.page.getByRole("link", { name: /Begin/ })).toHaveCount(3);
    await see("lessons");
    await anna.page.getByRole("link", { name: "Begin, First lesson: Ransom" }).click();
    await showAll(anna);
    await expect(task(anna)).toContainText("That was the lesson");
    await see("lesson-over");
    await anna.page.goto("/#puzzles");
    await expect(task(anna)).toContainText("to move");
    await see("puzzle");
    await anna.page.goto("/#drills");
    await anna.page.getByRole("button", { name: "Begin, Mate with the rook" }).click();
    await expect(task(anna)).toContainText("to move and win");
    await see("drill");
  });

test("a puzzle is counted once, kept, and followed by another", async ({ guest }) => {
  const anna = await guest();
  await go(anna, "#puzzles");
  const status = anna.page.locator("#puzzle-status");
  await expect(status).toContainText("Rating 1500?");
  await anna.page.getByRole("button", { name: "Hint" }).click();
  await expect(task(anna)).toContainText("The piece on");
  await expect(status).not.toContainText("1500");
  const missed = await status.textContent();
  await showAll(anna);
  await expect(status).toHaveText(String(missed));
  const title = await anna.page.locator(".exercise h2").textContent();
  await anna.page.keyboard.press("n");
  await expect(anna.page.locator(".exercise h2")).not.toHaveText(String(title));
  await anna.page.reload();
  await expect(status).toHaveText(String(missed));
});

test("a mistake of an own game becomes a puzzle, which is solved", async ({ guest }) => {
  const anna = await guest();
  const { page } = anna;
  await go(anna, "#puzzles");
  const search = page.getByRole("button", { name: "Search my games" });
  await search.click();
  await expect(page.locator(".notice").last()).toHaveText("There are no finished games of yours yet.");
  await anna.sitHere("chess");
  for (const text of ["f3", "e5", "g4", "Qh4#"]) {
    await page.getByLabel("Type a move").fill(text);
    await page.keyboard.press("Enter");
    await expect(page.locator(".record")).toContainText(text);
  }
  await page.goto("/#puzzles");
  await expect(task(anna)).toContainText("to move");
  await search.click();
  await expect(page.locator(".notice").last()).toHaveText("Searched: 1 game, 1 new puzzle.");
  await expect(page.getByLabel("Theme").locator("option:checked")).toHaveText("My own games (1)");
  await expect(task(anna)).toContainText("Black to move");
  await anna.click({ from: "d8", to: "h4" });
  await expect(task(anna)).toContainText("Solved. Rated");
  await expect(page.locator("#puzzle-status")).toContainText("1 solved · streak 1");
});

test("a drill is answered by the engine", async ({ guest }) => {
  const anna = await guest();
  await go(anna, "#drills");
  await anna.page.getByRole("button", { name: "Begin, Mate with the queen" }).click();
  await expect(task(anna)).toContainText("to move and win");
  const answered = anna.page.waitForResponse((response) => response.url().endsWith("/api/practice") && response.ok());
  const queen = anna.page.locator('.square[aria-label*="white king"]');
  await queen.click({ force: true });
  await anna.page.locator(".square.target, .square[data-marks~=target]").first().click({ force: true });
  const { log } = await (await answered).json();
  expect(log.at(-1).do).toBe("reply");
});

test("the lesson of Kung Fu Chess follows the table", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await go(anna, "#learn");
  await anna.page.getByRole("link", { name: /Begin, First lesson: Kung Fu/ }).click();
  const coach = anna.page.getByRole("region", { name: "Lesson" });
  await expect(coach).toContainText("1 of 6");
  await anna.start();
  await anna.click({ from: "e2", to: "e4" });
  await expect(coach).toContainText("2 of 6");
  await driven.pass(2_500);
  await anna.click({ from: "d1", to: "h5" });
  await expect(coach).toContainText("3 of 6");
  await driven.pass(4_500);
  await anna.click({ from: "h5", to: "f7" });
  await expect(coach).toContainText("4 of 6");
  // The premove may be dropped because a piece blocks it by then.
  for (let chance = 4; (await coach.textContent())?.includes("4 of 6"); chance += 7) {
    await anna.attack("click", chance);
    await driven.pass(1_000);
  }
  // The opponent may capture the king first.
  const cut = "The game ended before the last step";
  if ((await coach.textContent())?.includes(cut)) return;
  await expect(coach).toContainText("5 of 6");
  while ((await coach.textContent())?.includes("5 of 6")) {
    const king = anna.rested().find(({ kind }) => kind === "king");
    const [square] = king === undefined ? [] : await anna.reach(king);
    if (square !== undefined) await anna.square(square).click({ force: true });
    await driven.pass(1_000);
  }
  if ((await coach.textContent())?.includes(cut)) return;
  await expect(coach).toContainText("6 of 6");
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(coach).toContainText("That was the lesson");
});

test("a mission is won, kept, and lost when time is up", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await go(anna, "#missions");
  await expect(anna.page.getByRole("region", { name: "Black belt" })).toBeVisible();
  await expect(anna.page.locator("#mission-status")).toHaveText(/^0 of/);
  await anna.page.getByRole("button", { name: "Begin, Capture the standing rook" }).click();
  const card = anna.page.getByRole("region", { name: "Mission" });
  await expect(card).toContainText("Send your rook from d1");
  await expect(anna.page.getByLabel("Type a move"), "there is no pawn for an example").toHaveAttribute(
    "placeholder",
    "Type a move",
  );
  await anna.start();
  await anna.click({ from: "d1", to: "d8" });
  await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
  await driven.pass(7_000);
  await expect(anna.dialog).toContainText("Mission accomplished");
  await inspect(anna, "mission-won");
  await anna.dialog.getByRole("button", { name: "Next" }).click();
  await expect(card).toContainText("Over their heads");
  await anna.start();
  await driven.pass(16_000);
  await expect(anna.dialog).toContainText("Mission failed");
  await expect(anna.dialog).toContainText("Time is up");
  await anna.dialog.getByRole("button", { name: "Missions" }).click();
  await expect(anna.page.locator("#mission-status")).toHaveText(/^1 of/);
  const profile = await anna.page.evaluate(() => JSON.parse(localStorage.getItem("playerProfile") ?? "{}"));
  expect(profile, "a mission is no game").toMatchObject({ gamesPlayed: 0, wins: 0 });
  await anna.page.goto("/#games");
  await expect(anna.page.locator("main")).toContainText("Nothing is finished yet.");
});

test("missions that were done are kept, and damaged progress counts as none", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await go(anna, "#missions");
  await anna.page.evaluate(() => localStorage.setItem("missionsDone", '["standing-rook"]'));
  await anna.page.reload();
  await expect(anna.page.getByRole("button", { name: "Done. Play again, Capture the standing rook" })).toBeVisible();
  // What is damaged counts as nothing.
  await anna.page.evaluate(() => localStorage.setItem("missionsDone", "{broken"));
  await anna.page.reload();
  await expect(anna.page.locator("#mission-status")).toHaveText(/^0 of/);
  await inspect(anna, "missions");
});

test("missions are begun with the keyboard, on a phone", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven, viewport: SIZES.phone });
  await go(anna, "#missions");
  const first = anna.page.getByRole("button", { name: "Begin, Capture the standing rook" });
  await first.focus();
  await inspect(anna, "missions-phone");
  await anna.page.keyboard.press("Enter");
  await expect(anna.page.getByRole("region", { name: "Mission" })).toContainText("20 s left");
  await anna.seeBoard();
  await inspect(anna, "mission-phone");
});
