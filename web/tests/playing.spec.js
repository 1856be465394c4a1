// Whole games, and what a record is good for, on whatever server this is.

import { readFile } from "node:fs/promises";
import { expect, SIZES, test } from "./hall.js";

/** @import { Page } from "@playwright/test" */

/** @param {Page} page */
const counts = (page) =>
  page.evaluate(() => {
    const { gamesPlayed, wins } = JSON.parse(localStorage.getItem("playerProfile") ?? "{}");
    return { gamesPlayed, wins };
  });

for (const [how, size] of /** @type {const} */ ([
  ["drag", "desktop"],
  ["touch", "phone"],
  ["keys", "tablet"],
])) {
  test(`from the first visit to the end of a game by ${how} on a ${size}`, async ({ guest }) => {
    test.slow();
    const anna = await guest("Anna", { viewport: SIZES[size], hasTouch: how === "touch" });
    await anna.arrive();
    await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
    await anna.playToTheEnd(how, 5);
    const end = anna.frame?.end;
    const title = end?.winner === null ? "Draw" : end?.winner === 0 ? "Anna wins" : "AI Opponent wins";
    // The title names who won; what follows is why.
    const reason = end?.words.replace(/^.*?(: | — )/, "") ?? "?";
    await expect(anna.page.getByRole("dialog", { name: title })).toContainText(reason, { ignoreCase: true });
    expect(await counts(anna.page)).toEqual({ gamesPlayed: 1, wins: end?.winner === 0 ? 1 : 0 });
    await anna.dialog.getByRole("button", { name: "Review" }).click();
    await expect(anna.page.getByRole("button", { name: "Back to live" })).toBeVisible();
    await anna.page.reload();
    await expect(anna.turn).toContainText(title);
    await expect(anna.page.locator("dialog")).toHaveCount(0);
    expect(await counts(anna.page)).toMatchObject({ gamesPlayed: 1 });
  });
}

test("a game is resigned after a question, and played again with sides swapped", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  await anna.play("click");
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  expect(anna.frame?.end).toBeNull();
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.dialog).toContainText("AI Opponent wins");
  await anna.page.keyboard.press("Escape");
  const before = anna.view?.table;
  await anna.page.locator("main").getByRole("button", { name: "Rematch" }).click();
  await expect.poll(() => anna.view?.table).not.toBe(before);
  expect(anna.view?.yours).toEqual([1]);
  await expect.poll(() => anna.frame?.scene.ply).toBe(1);
  await expect(anna.page.locator("[role=row]").first().locator("[data-square]").first()).toHaveAttribute(
    "data-square",
    "h1",
  );
});

test("after the end no piece can be picked up", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  const [choice] = await anna.choices();
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.dialog).toContainText("wins");
  await anna.page.keyboard.press("Escape");
  await anna.square(choice?.from ?? "").click({ force: true });
  await expect(anna.page.locator("[data-marks~=selected]")).toHaveCount(0);
  await expect(anna.page.getByLabel("Type a move")).toBeHidden();
});

test("undo goes back three times, each to the own turn before", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  for (let turn = 1; turn <= 4; turn++) {
    await anna.play("click", (choices) => choices.find((choice) => !choice.captures) ?? choices[0]);
    await expect.poll(() => anna.frame?.scene.ply).toBe(2 * turn);
  }
  const undo = anna.page.getByRole("button", { name: "Undo" });
  for (const left of [6, 4, 2]) {
    await anna.page.keyboard.press("z");
    await expect(anna.page.locator(".record button")).toHaveCount(left);
    await expect.poll(() => anna.frame?.scene.ply).toBe(left);
  }
  await expect(undo).toBeDisabled();
  await anna.play("click");
  await expect(undo).toBeEnabled();
});

test("any turn can be looked at again, by pointer and by keys", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  for (let turn = 1; turn <= 2; turn++) {
    await anna.play("click");
    await expect.poll(() => anna.frame?.scene.ply).toBe(2 * turn);
  }
  const current = anna.page.locator(".record [aria-current]");
  const live = anna.page.getByRole("button", { name: "Back to live" });
  const places = () =>
    anna.page.locator(".piece").evaluateAll((all) => all.map((one) => one.style.transform).join(" "));
  const present = await places();
  await anna.page.locator(".record button").first().click();
  await expect(current).toHaveAttribute("data-ply", "1");
  await expect.poll(places).not.toBe(present);
  const second = anna.page.locator('.record button[data-ply="2"]');
  await second.focus();
  await anna.page.keyboard.press("Enter");
  await expect(current).toHaveAttribute("data-ply", "2");
  await expect(second).toBeFocused();
  await live.click();
  await expect.poll(places).toBe(present);
  await expect(live).toBeHidden();
  await anna.page.locator("body").press("ArrowLeft");
  await expect(current).toHaveAttribute("data-ply", "3");
  await anna.page.keyboard.press(",");
  await expect(current).toHaveAttribute("data-ply", "2");
  await anna.page.keyboard.press("Home");
  await expect(current).toHaveCount(0);
  await anna.page.keyboard.press(".");
  await expect(current).toHaveAttribute("data-ply", "1");
  await anna.page.getByRole("button", { name: "One turn forward" }).click();
  await expect(current).toHaveAttribute("data-ply", "2");
  await anna.page.getByRole("button", { name: "First position" }).click();
  await expect(anna.page.getByRole("button", { name: "One turn back" })).toBeDisabled();
  await anna.square("c1").click({ force: true });
  await expect(anna.page.locator("[data-marks~=selected]")).toHaveCount(0);
  await anna.page.keyboard.press("End");
  await expect(live).toBeHidden();
});

test("a record is exported", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "chess", mode: "machine", side: "white" });
  await anna.play("click");
  for (const [name, ending] of /** @type {const} */ ([
    ["PGN", "pgn"],
    ["Position (FEN)", "fen"],
    ["JSON", "json"],
  ])) {
    await anna.page.getByRole("button", { name: "Export" }).click();
    const download = anna.page.waitForEvent("download");
    await anna.page.getByRole("button", { name, exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`threefold-${anna.view?.table}.${ending}`);
    expect((await readFile(await file.path(), "utf8")).length).toBeGreaterThan(0);
  }
});

test("a hint is shown on the board", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "chess", mode: "machine", side: "white" });
  await anna.choices();
  await anna.page.getByRole("button", { name: "Hint" }).click();
  await expect(anna.page.locator("[data-marks~=hint]")).toHaveCount(2);
  await expect(anna.page.locator(".notice")).toContainText("Hint: ");
  await anna.play("click");
  await expect(anna.page.locator("[data-marks~=hint]")).toHaveCount(0);
});

test("clocks run for whose turn it is", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "chess", mode: "machine", side: "white", clock: "5+3" });
  await expect(anna.page.locator(".clock")).toHaveText(["5:00", "5:00"]);
  await anna.play("click");
  await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThanOrEqual(2);
  await expect(anna.page.locator(".card[data-seat='0'] .clock")).toHaveAttribute("data-runs", "");
});

test("keys are told", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.page.keyboard.press("?");
  await expect(anna.page.getByRole("dialog", { name: "Keys" })).toContainText("flip the board");
  await anna.dialog.getByRole("button", { name: "Close" }).click();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  await anna.page.keyboard.press("f");
  await expect(anna.page.locator("[data-square]").first()).toHaveAttribute("data-square", "h1");
  await anna.page.getByRole("button", { name: "Flip board" }).click();
  await expect(anna.page.locator("[data-square]").first()).toHaveAttribute("data-square", "a8");
  await anna.page.keyboard.press("n");
  await expect(anna.page.getByRole("dialog", { name: "New game" })).toBeVisible();
});
