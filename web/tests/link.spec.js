// Two browsers and a link; spectators, the lobby.

import { expect, SIZES, test } from "./fixtures.js";
import { inspect } from "./inspect.js";

/** @import { Guest } from "./fixtures.js" */

/**
 * Two people at a table: the one who opened it plays White.
 * @param {Guest} guest
 */
async function pair(guest) {
  const anna = await guest("Anna");
  await anna.sit({ game: "ransom", mode: "link", side: "white" });
  await expect(anna.turn).toHaveText("Waiting for an opponent…");
  const link = await anna.page.getByLabel("Link to this table").inputValue();
  expect(link).not.toContain(
    await anna.page.evaluate(() => Object.values(JSON.parse(localStorage.tables))[0].seats[0].token),
  );
  const alone = await anna.board.boundingBox();
  const bert = await guest("Bert", { viewport: SIZES.phone });
  await bert.visit(link);
  await expect(anna.turn).toHaveText("Your turn, Anna");
  expect(await anna.board.boundingBox(), "the invitation takes nothing from the board").toEqual(alone);
  return { anna, bert, link };
}

test("a game by link, seen from both sides; a reload loses nothing", async ({ guest }) => {
  const { anna, bert } = await pair(guest);
  await expect(bert.page.locator(".seats")).toContainText("Anna");
  await expect(bert.page.locator("[data-square]").first()).toHaveAttribute("data-square", "h1");
  const first = await anna.play("drag");
  await expect(bert.turn).toHaveText("Your turn, Bert");
  await bert.play("click");
  await bert.page.reload();
  await bert.seeBoard();
  await bert.page.getByText("History").click();
  await expect(bert.page.locator(".record button").first()).toHaveAttribute("aria-label", `Anna: ${first?.label}`);
  await anna.play("click");
  await bert.play("click");
  await expect(anna.page.locator(".record button")).toHaveCount(4);
});

test("a new name reaches everybody at the table at once, and stays", async ({ guest }) => {
  const { anna, bert, link } = await pair(guest);
  const choice = await anna.play("click");
  const cora = await guest("Cora");
  await cora.visit(link);
  await anna.rename("Annabel");
  for (const { page } of [anna, bert, cora]) await expect(page.locator(".seats")).toContainText("Annabel");
  await expect(cora.page.locator(".record button").first()).toHaveAttribute("aria-label", `Annabel: ${choice?.label}`);
  await bert.page.reload();
  await bert.seeBoard();
  await expect(bert.page.locator(".seats")).toContainText("Annabel");
  // Who was elsewhere meanwhile brings the new name along.
  await bert.page.goto("/#lobby");
  await bert.rename("Bertold");
  await bert.page.goto(link);
  await bert.seeBoard();
  await expect(anna.page.locator(".seats")).toContainText("Bertold");
});

test("who comes too late watches, and follows to the rematch", async ({ guest }) => {
  const { anna, bert, link } = await pair(guest);
  const cora = await guest("Cora");
  await cora.visit(link);
  await expect(anna.page.locator(".watchers")).toHaveText("1 watching");
  expect(cora.view?.yours).toEqual([]);
  await expect(cora.page.getByRole("button", { name: "Resign" })).toBeHidden();
  await expect(cora.page.getByLabel("Type a move")).toBeHidden();
  const choice = await anna.play("click");
  await expect(cora.page.locator(".record button").first()).toHaveAttribute("aria-label", `Anna: ${choice?.label}`);
  await cora.square(choice?.to ?? "").click({ force: true });
  await expect(cora.page.locator("[data-marks~=selected]")).toHaveCount(0);
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(cora.dialog).toContainText("Bert wins");
  await expect(cora.dialog.getByRole("button", { name: "Rematch" })).toHaveCount(0);
  await cora.page.keyboard.press("Escape");
  const before = anna.table;
  await anna.dialog.getByRole("button", { name: "Rematch" }).click();
  await expect(bert.dialog.getByRole("button", { name: "Accept the rematch" })).toBeVisible();
  await expect(
    cora.page.getByRole("button", { name: /Accept|Decline|No rematch/ }),
    "a spectator is not asked",
  ).toHaveCount(0);
  await bert.dialog.getByRole("button", { name: "Accept the rematch" }).click();
  await expect.poll(() => anna.table).not.toBe(before);
  await cora.page.locator(".offer").getByRole("button", { name: "Watch" }).click();
  await expect.poll(() => cora.table).toBe(anna.table);
});

test("a move is taken back by consent", async ({ guest }) => {
  const { anna, bert } = await pair(guest);
  await anna.play("click");
  await anna.page.getByRole("button", { name: "Undo" }).click();
  await expect(bert.page.locator(".offer")).toContainText("Anna asks to take back");
  await inspect(bert, "phone-light-offer");
  await bert.page.getByRole("button", { name: "Decline" }).click();
  await expect(anna.page.locator(".notice")).toHaveText("Declined");
  await anna.page.getByRole("button", { name: "Undo" }).click();
  await bert.page.getByRole("button", { name: "Accept" }).click();
  await expect(anna.page.locator(".record button")).toHaveCount(0);
  await expect(anna.page.locator(".offer")).toBeHidden();
});

test("a draw is agreed, and both go to the rematch with sides swapped", async ({ guest }) => {
  const { anna, bert } = await pair(guest);
  await anna.play("click");
  await anna.page.getByRole("button", { name: "Offer draw" }).click();
  await bert.page.getByRole("button", { name: "Accept" }).click();
  await expect(anna.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
  await expect(bert.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
  await bert.page.keyboard.press("Escape");
  const before = anna.view?.table;
  await anna.dialog.getByRole("button", { name: "Rematch" }).click();
  await expect(anna.page.locator(".offer")).toContainText("Waiting for an answer");
  await expect(bert.page.locator(".offer")).toContainText("Anna wants a rematch");
  expect(anna.view?.table).toBe(before);
  await bert.page.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => anna.view?.table).not.toBe(before);
  await expect.poll(() => bert.view?.table).toBe(anna.view?.table);
  await expect(anna.turn).toHaveText("Bert’s turn");
  expect([anna.view?.yours, bert.view?.yours]).toEqual([[1], [0]]);
});

test("a guest is turned out before the first move and cannot come back, another can", async ({ guest }) => {
  const { anna, bert, link } = await pair(guest);
  await expect(bert.page.getByRole("button", { name: "Turn out Anna" })).toHaveCount(0);
  await anna.page.getByRole("button", { name: "Turn out Bert" }).click();
  await expect(bert.page.getByRole("heading", { name: "No longer at the table" })).toBeVisible();
  await expect(anna.turn).toHaveText("Waiting for an opponent…");
  await bert.page.reload();
  await expect(anna.turn).toHaveText("Waiting for an opponent…");
  const cora = await guest("Cora");
  await cora.visit(link);
  await expect(anna.turn).toHaveText("Your turn, Anna");
  await anna.play("click");
  await expect(anna.page.getByRole("button", { name: "Turn out Cora" })).toHaveCount(0);
});

test("a token that opens no seat any more lets one watch", async ({ guest }) => {
  const { anna, bert } = await pair(guest);
  await anna.play("click");
  await bert.page.evaluate(() => {
    const tables = JSON.parse(localStorage.tables);
    for (const table of Object.values(tables)) table.seats[0].token = "0".repeat(32);
    localStorage.tables = JSON.stringify(tables);
  });
  await bert.page.reload();
  await bert.seeBoard();
  await expect.poll(() => bert.view?.yours).toEqual([]);
  await expect(bert.page.locator(".seats")).toContainText("Anna");
});

test("a table is listed in the lobby only if its opener asks for it", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.visit("/#lobby");
  await anna.page.getByRole("button", { name: "New game" }).first().click();
  await anna.dialog.getByLabel("Mode").selectOption("link");
  await expect(anna.dialog.getByLabel("Who finds it")).toHaveValue("private");
  await anna.dialog.getByLabel("Who finds it").selectOption("public");
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await anna.seeBoard();
  const bert = await guest("Bert");
  await bert.sit({ game: "ransom", mode: "link", side: "white" });
  const cora = await guest("Cora");
  await cora.visit("/#lobby");
  await expect(cora.page.getByRole("link", { name: `Sit down, ${anna.view?.table}` })).toBeVisible();
  await expect(cora.page.getByRole("link", { name: `Sit down, ${bert.view?.table}` })).toHaveCount(0);
});

test("the lobby lists open tables, and a code opens one", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.sit({ game: "ransom", mode: "link", side: "white", visibility: "public" });
  const code = anna.view?.table ?? "";
  const bert = await guest("Bert");
  await bert.visit("/#lobby");
  await bert.page.getByRole("link", { name: `Sit down, ${code}` }).click();
  await bert.seeBoard();
  await expect(anna.turn).toHaveText("Your turn, Anna");
  const cora = await guest("Cora");
  await cora.visit("/#lobby");
  await expect(cora.page.getByRole("link", { name: `Watch, ${code}` })).toBeVisible();
  await cora.page.getByLabel("Code or link of a table").fill(` ${code.toUpperCase()} `);
  await cora.page.getByRole("button", { name: "Go" }).click();
  await cora.seeBoard();
  await expect(cora.page.locator(".seats")).toContainText("Bert");
});

test("a code without a table says so", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.visit("/#lobby");
  await anna.page.getByLabel("Code or link of a table").fill("no");
  await anna.page.getByRole("button", { name: "Go" }).click();
  await expect(anna.page.getByText("A code has six letters and digits.")).toBeVisible();
  await anna.page.getByLabel("Code or link of a table").fill("zzzzzz");
  await anna.page.getByRole("button", { name: "Go" }).click();
  await expect(anna.page.getByRole("heading", { name: "No table here" })).toBeVisible();
  await expect(anna.page.getByRole("main").getByRole("link", { name: "Lobby" })).toBeVisible();
  await anna.page.getByRole("main").getByRole("button", { name: "New game" }).click();
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await anna.seeBoard();
});

test("the link is copied", async ({ guest }) => {
  const anna = await guest("Anna", { permissions: ["clipboard-read", "clipboard-write"] });
  await anna.sit({ game: "ransom", mode: "link" });
  await anna.page.getByRole("button", { name: "Copy link" }).click();
  await expect(anna.page.locator(".notice")).toHaveText("Link copied");
  expect(await anna.page.evaluate(() => navigator.clipboard.readText())).toContain(anna.view?.table ?? "?");
  await anna.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
  });
  await anna.page.getByRole("button", { name: "Copy link" }).click();
  await expect(anna.page.locator(".notice")).toContainText("selected");
});
