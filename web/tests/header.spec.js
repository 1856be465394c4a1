// Game, mode, level, new and restart, with their questions; two people at one screen.

import { expect, test } from "./fixtures.js";

test("a running game is left after a question only", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  await anna.play("click");
  const table = anna.view?.table;
  const played = await anna.page.locator(".summary").textContent();
  await anna.choose({ Level: { index: 1 } });
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  await expect(anna.page.locator(".summary")).toHaveText(String(played));
  await anna.choose({ Mode: "link" });
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator(".summary")).toHaveText(String(played));
  expect(anna.view?.table).toBe(table);
  await anna.choose({ Level: { index: 1 } });
  await anna.dialog.getByRole("button", { name: "Yes, start anew" }).click();
  await expect.poll(() => anna.view?.table).not.toBe(table);
  await expect(anna.page.locator(".seats")).toContainText(/AI Opponent \(.+\)/);
  await expect(anna.page.locator(".record button")).toHaveCount(0);
});

test("no list starts a game while one goes through it by keyboard", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  const table = anna.table;
  await anna.page.locator(".played").press("Enter");
  for (const list of ["Level", "Mode", "Game"]) {
    const field = anna.page.locator("#played-panel").getByLabel(list, { exact: true });
    await field.focus();
    for (let press = 0; press < 3; press++) await anna.page.keyboard.press("ArrowDown");
  }
  await expect(anna.page.locator("#played-panel"), "what the game is, before it starts").toContainText(
    "everybody moves at once",
  );
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("#played-panel")).toBeHidden();
  await expect(anna.page.locator(".summary")).toContainText("Chess");
  await anna.play("click");
  expect(anna.table).toBe(table);
});

test("restart keeps the settings, after a question", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("ransom", { clock: "10+0" });
  await anna.play("click");
  const table = anna.view?.table;
  await anna.page.keyboard.press("r");
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  await anna.page.getByRole("button", { name: "Restart" }).click();
  await anna.dialog.getByRole("button", { name: "Yes, start anew" }).click();
  await expect.poll(() => anna.view?.table).not.toBe(table);
  expect(anna.view).toMatchObject({ game: "ransom", yours: [0] });
  await expect(anna.page.locator(".clock")).toHaveText(["10:00", "10:00"]);
});

test("a game that has not begun is left without a question", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.choose({ Game: "ransom" });
  await expect.poll(() => anna.view?.game).toBe("ransom");
  await anna.page.reload();
  await anna.seeBoard();
  await expect.poll(() => anna.view?.game).toBe("ransom");
  await anna.page.getByRole("button", { name: "New game" }).click();
  await anna.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(anna.page.locator("dialog")).toHaveCount(0);
});

test("two people here: the second is asked for, and the board turns", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  await anna.choose({ Mode: "here" });
  await anna.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(anna.page.locator(".summary")).toContainText("Against the machine");
  await anna.choose({ Mode: "here" });
  const field = anna.dialog.getByLabel("Second player's name");
  await field.fill("B@rt");
  await expect(anna.dialog.getByRole("button", { name: "Play" })).toBeDisabled();
  await field.fill("Bert");
  const before = anna.view?.table;
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => anna.view?.table).not.toBe(before);
  await expect(anna.turn).toHaveText("Anna’s turn");
  const corner = anna.page.locator("[data-square]").first();
  await expect(corner).toHaveAttribute("data-square", "a8");
  await anna.play("click");
  await expect(anna.turn).toHaveText("Bert’s turn");
  const frames = anna.page.locator(".seats .card");
  const colours = () => frames.evaluateAll((cards) => cards.map((card) => getComputedStyle(card).borderColor));
  await expect.poll(async () => new Set(await colours()).size, { message: "whose turn it is stands out" }).toBe(2);
  await expect(corner).toHaveAttribute("data-square", "h1");
  await anna.play("drag");
  await expect(corner).toHaveAttribute("data-square", "a8");
  await expect(anna.page.locator(".record button").first()).toHaveAttribute("aria-label", /^Anna: /);
  await expect(anna.page.locator(".record button").last()).toHaveAttribute("aria-label", /^Bert: /);
  await anna.page.getByRole("button", { name: "Undo" }).click();
  await expect(anna.turn).toHaveText("Bert’s turn");
  await anna.door("Settings");
  await anna.dialog.getByLabel("Turn the board").uncheck();
  await anna.dialog.getByRole("button", { name: "Close" }).click();
  await expect(corner).toHaveAttribute("data-square", "a8");
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.dialog).toContainText("Anna wins");
  await anna.dialog.getByRole("button", { name: "Rematch" }).click();
  await expect(anna.turn).toHaveText("Bert’s turn");
  const counted = await anna.page.evaluate(() => JSON.parse(localStorage.getItem("playerProfile") ?? "{}").gamesPlayed);
  expect(counted).toBe(0);
});

test("the dialog for a new game asks for the second name too", async ({ guest }) => {
  const anna = await guest();
  await anna.visit();
  await anna.newGame({ game: "ransom", mode: "here", second: "Bert" });
  await expect(anna.page.locator(".seats")).toContainText("Bert");
  await anna.page.reload();
  await anna.seeBoard();
  await expect(anna.page.locator(".seats")).toContainText("Bert");
  await anna.page.getByRole("button", { name: "Restart" }).click();
  await expect(anna.turn).toHaveText("Anna’s turn");
});

test("the dialog for a new game follows what the server offers, and people change seats", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await anna.visit();
  await anna.page.getByRole("button", { name: "New game" }).click();
  const field = (/** @type {string} */ name) => anna.page.locator(`#new-${name}`);
  const offers = await (await fetch(`${driven.address}/api/levels`)).json();
  await expect(field("game")).toBeVisible();
  expect(await field("game").locator("option").allTextContents()).toEqual(
    offers.map((/** @type {{name: string}} */ { name }) => name),
  );
  await field("game").selectOption("chess");
  const levels = await field("level").locator("option").allTextContents();
  expect([levels[0], levels.at(-1)], "from the weakest to the strongest").toEqual([
    expect.stringContaining("Easy"),
    expect.stringContaining("Master"),
  ]);
  for (const level of levels) expect(level, "every level has a number").toMatch(/\d{3}/);
  await expect(field("level"), "a newcomer begins near 1000").toHaveValue("elo:1000");
  await field("game").selectOption("kungfu");
  await expect(field("mode")).toHaveCount(0);
  await field("board").selectOption("four");
  await field("speed").selectOption("lightning");
  await expect(field("seat-3")).toBeVisible();
  await expect(anna.dialog.locator(".swatch")).toHaveCount(4);
  await expect(anna.page.getByLabel("Ink, left of you")).toBeVisible();
  await field("seat-2").selectOption("you");
  await expect(field("seat-0")).toHaveValue("level1");
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => anna.live?.yours).toEqual([2]);
  expect(anna.live).toMatchObject({ speed: "lightning", board: { width: 12 } });
});
