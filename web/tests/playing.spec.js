// A whole game, and the uses of its record.

import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.js";

/** @import { Page } from "@playwright/test" */

/** @param {Page} page */
const counts = (page) =>
  page.evaluate(() => {
    const { gamesPlayed, wins } = JSON.parse(localStorage.getItem("playerProfile") ?? "{}");
    return { gamesPlayed, wins };
  });

test("from the first visit to the end of a game", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "here", second: "Bert", position: "6nb/7n/8/8/4B3/8/8/BNN5 w 0/0 0 1" });
  await anna.playToTheEnd("click", 5);
  const end = anna.frame?.end;
  const title = end?.winner === null ? "Draw" : end?.winner === 0 ? "Anna wins" : "Bert wins";
  await expect(anna.page.getByRole("dialog", { name: title })).toContainText(end?.reason ?? "?", { ignoreCase: true });
  await anna.dialog.getByRole("button", { name: "Review" }).click();
  await expect(anna.page.getByRole("button", { name: "To the end" })).toBeVisible();
  await anna.page.reload();
  await expect(anna.turn).toContainText(title);
  await expect(anna.page.locator("dialog")).toHaveCount(0);
});

test("a game is resigned after a question, and played again with sides swapped", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  await anna.play("click");
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  expect(anna.frame?.end).toBeNull();
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.dialog).toContainText("AI Opponent wins");
  expect(await counts(anna.page)).toEqual({ gamesPlayed: 1, wins: 0 });
  await anna.page.reload();
  await expect(anna.turn).toContainText("AI Opponent wins");
  expect(await counts(anna.page)).toEqual({ gamesPlayed: 1, wins: 0 });
  await anna.square("c1").click({ force: true });
  await expect(anna.page.locator("[data-marks~=selected]"), "no piece is picked up after the end").toHaveCount(0);
  await expect(anna.page.getByLabel("Type a move")).toBeHidden();
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

test("undo goes back three times, each to the own move before", async ({ guest }) => {
  const anna = await guest();
  await anna.sitBriskly();
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

test("a record of Ransom from a later position goes on with its numbers", async ({ guest }) => {
  const anna = await guest();
  // The seventh turn is the first player's fourth.
  await anna.sitHere("ransom", "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 6 7");
  for (let turn = 0; turn < 3; turn++) await anna.play("click");
  const rows = anna.page.locator(".record li.move");
  await expect(rows).toHaveCount(2);
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute("value")))).toEqual(["4", "5"]);
});

test("any move can be looked at again, by pointer and by keys", async ({ guest }) => {
  const anna = await guest();
  await anna.sitBriskly();
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
  await anna.page.getByRole("button", { name: "One move forward" }).click();
  await expect(current).toHaveAttribute("data-ply", "2");
  await anna.page.getByRole("button", { name: "First position" }).click();
  await expect(anna.page.getByRole("button", { name: "One move back" })).toBeDisabled();
  await anna.square("c1").click({ force: true });
  await expect(anna.page.locator("[data-marks~=selected]")).toHaveCount(0);
  await anna.page.keyboard.press("End");
  await expect(live).toBeHidden();
});

const GAME = "e4 d5 exd5 c6 dxc6 e5 cxb7 Nf6 bxa8=N Be7 Nf3 O-O Be2 Re8 O-O Bb7 Nc3 Bxf3 Bxf3 e4".split(" ");

// python-chess reads what these write (pgn.py).
for (const end of /** @type {const} */ (["open", "resigned", "drawn"])) {
  test(`a game that is ${end} is exported`, async ({ guest }) => {
    const anna = await guest();
    await anna.sitHere("chess");
    for (const [ply, move] of GAME.entries()) {
      await anna.page.getByLabel("Type a move").fill(move);
      await anna.page.keyboard.press("Enter");
      await expect.poll(() => anna.frame?.scene.ply).toBe(ply + 1);
    }
    if (end === "resigned") {
      await anna.page.getByRole("button", { name: "Resign" }).click();
      await anna.dialog.getByRole("button", { name: "Resign" }).click();
    }
    if (end === "drawn") {
      await anna.page.getByRole("button", { name: "Offer draw" }).click();
      await anna.page.getByRole("button", { name: "Accept" }).click();
    }
    if (end !== "open") {
      await expect(anna.dialog).toBeVisible();
      await anna.page.keyboard.press("Escape");
    }
    for (const [name, ending] of /** @type {const} */ ([
      ["PGN", "pgn"],
      ["Position (FEN)", "fen"],
      ["JSON", "json"],
    ])) {
      await anna.page.getByRole("button", { name: "Export" }).click();
      const download = anna.page.waitForEvent("download");
      await anna.page.getByRole("button", { name, exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`threefold-${anna.table}.${ending}`);
      expect((await readFile(await file.path(), "utf8")).length).toBeGreaterThan(0);
      if (ending === "pgn") await file.saveAs(`tests/results/exports/${end}.pgn`);
    }
  });
}

test("a hint is shown on the board", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.choices();
  await anna.page.getByRole("button", { name: "Hint" }).click();
  await expect(anna.page.locator("[data-marks~=hint]")).toHaveCount(2);
  await expect(anna.page.locator(".notice")).toContainText("Hint: ");
  await anna.play("click");
  await expect(anna.page.locator("[data-marks~=hint]")).toHaveCount(0);
});

test("clocks run for whose turn it is, and the first move costs no time", async ({ guest, driven }) => {
  const anna = await guest();
  await anna.sitBriskly("chess", { clock: "5+3" });
  await expect(anna.page.locator(".clock")).toHaveText(["5:00", "5:00"]);
  await anna.play("click");
  await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThanOrEqual(2);
  await expect(anna.page.locator(".card[data-seat='0'] .clock")).toHaveAttribute("data-runs", "");
  const bob = await guest("Bob", { server: driven });
  await bob.sitBriskly("chess", { clock: "5+3" });
  await driven.pass(20_000);
  await bob.page.reload();
  await bob.seeBoard();
  await expect(bob.page.locator(".clock")).toHaveText(["5:00", "5:00"]);
});

test("keys are listed", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
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
