// What goes wrong: connections that are cut or slow, a server that restarts, is full or away, tables that are gone.

import { expect, test } from "./fixtures.js";
import { inspect } from "./inspect.js";
import { CuttingProxy } from "./proxy.js";

/** @import { Guest } from "./fixtures.js" */
/** @import { Server } from "./server.js" */

/**
 * Somebody who reaches the server through a proxy.
 * @param {Guest} guest
 * @param {Server} server
 */
async function distant(guest, server) {
  const proxy = new CuttingProxy(server.address);
  const anna = await guest("Anna", { server, address: await proxy.start() });
  return { anna, proxy, banner: anna.page.locator(".banner") };
}

test("a cut connection shows a banner, comes back, and misses nothing", async ({ guest, server }) => {
  const { anna, proxy, banner } = await distant(guest, server);
  await anna.sitAtTurns();
  await anna.play("click");
  await expect.poll(() => anna.frame?.scene.ply).toBe(2);
  proxy.shut();
  await expect(banner).toHaveText("Connection lost. Trying again…");
  const [choice] = await anna.choices();
  if (choice) await anna.click(choice);
  await expect(anna.tooltip, "a move without a connection").toHaveText("Not connected. Trying again…");
  proxy.open();
  await expect(banner).toBeHidden();
  await anna.play("click");
  await expect(anna.page.locator(".record button")).toHaveCount(4);
  await proxy.close();
});

test("a command whose answer was lost is sent again and executed once", async ({ guest, server }) => {
  const { anna, proxy, banner } = await distant(guest, server);
  await anna.sitHere("chess");
  proxy.hold();
  await anna.click({ from: "e2", to: "e4" });
  await expect(anna.page.locator(".piece.moved")).toHaveCount(1);
  const seen = banner.waitFor({ state: "visible" });
  proxy.cut();
  await seen;
  await expect.poll(() => anna.frame?.scene.ply).toBe(1);
  await expect.poll(() => anna.spoken()).toEqual(["Anna: e4"]);
  await expect(anna.tooltip).toBeHidden();
  await proxy.close();
});

test("a server that was killed and started again goes on with the game", async ({ guest, mortal: server }) => {
  const anna = await guest("Anna", { server });
  await anna.sitHere("chess");
  await anna.click({ from: "e2", to: "e4" });
  await expect(anna.turn).toHaveText("Bert’s turn");
  await server.kill();
  await expect(anna.page.locator(".banner")).toBeVisible();
  await server.restart();
  await expect(anna.page.locator(".banner")).toBeHidden();
  await anna.play("click");
  await expect(anna.page.locator(".record button")).toHaveCount(2);
});

test("a table that exists no more: the page opens another", async ({ guest }) => {
  const anna = await guest();
  await anna.visit();
  await anna.page.evaluate(() => localStorage.setItem("lastTable", '"zzzzzz"'));
  await anna.page.goto("/icon.svg");
  await anna.page.goto("/#play");
  await expect.poll(() => anna.table).not.toBe("zzzzzz");
  await anna.seeBoard();
});

for (const game of /** @type {const} */ (["chess", "ransom"]))
  test(`thinking is shown, and taken back; Easy answers ${game} after a pause`, async ({ guest, driven }) => {
    const anna = await guest("Anna", { server: driven });
    // Easy pauses before it answers, and no time passes here.
    await anna.sitAtTurns(game);
    await anna.play("click");
    await expect(anna.turn).toHaveText("AI Opponent (Easy) is thinking…");
    await anna.page.getByRole("button", { name: "Undo" }).click();
    await expect(anna.turn).toHaveText("Your turn, Anna");
    await anna.play("click");
    await anna.page.reload();
    await anna.seeBoard();
    await driven.pass(900);
    expect(anna.frame?.scene.ply, "no answer before the own piece has arrived").toBe(1);
    await driven.pass(2_000);
    await expect.poll(() => anna.frame?.scene.ply).toBe(2);
  });

test("a draw is claimed when it can be", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80");
  await anna.click({ from: "e1", to: "d1" });
  await anna.page.getByRole("button", { name: /^Claim draw: / }).click();
  await expect(anna.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
});

test("a server that does not answer is named, with a way to try again", async ({ guest }) => {
  const anna = await guest();
  await anna.page.route("**/api/levels", (route) => route.abort());
  await anna.page.goto("/#play");
  await expect(anna.page.getByRole("heading", { name: "Threefold cannot be reached" })).toBeVisible();
  await inspect(anna, "desktop-light-no-server");
  await anna.page.unroute("**/api/levels");
  await anna.page.getByRole("button", { name: "Try again" }).click();
  await anna.page.getByLabel("Display name").fill("Anna");
  await anna.page.getByRole("button", { name: "Start playing" }).click();
  await anna.seeBoard();
});

test("a full server refuses a table with words", async ({ guest }) => {
  const anna = await guest();
  await anna.visit();
  const full = { error: { code: "busy", words: "Threefold is full." } };
  await anna.page.route("**/api/{tables,lobby}", (route) => route.fulfill({ status: 503, json: full }));
  await anna.door("Restart");
  await expect(anna.page.locator(".notice")).toHaveText("Threefold is full.");
  await anna.page.goto("/#lobby");
  await expect(anna.page.locator("main")).toContainText("Threefold is full.");
  await anna.page.unroute("**/api/{tables,lobby}");
  await anna.page.route("**/api/{tables,lobby}", (route) => route.fulfill({ status: 500, body: "?" }));
  await anna.page.evaluate(() => localStorage.removeItem("lastTable"));
  await anna.page.goto("/icon.svg");
  await anna.page.goto("/#play");
  await expect(anna.page.locator("main")).toContainText("The server answers with 500.");
});

test("an export that fails says why", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  const fault = { error: { code: "no-such-format", words: "There is no such format." } };
  await anna.page.route("**/export?*", (route) => route.fulfill({ status: 422, json: fault }));
  await anna.page.getByRole("button", { name: "Export" }).click();
  await anna.page.getByRole("button", { name: "PGN" }).click();
  await expect(anna.page.locator(".notice")).toHaveText("There is no such format.");
});

test("messages that the host rarely sends: a store that fails, a bot that fails or talks", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  /** @type {(message: object) => void} */
  let say = () => {};
  await anna.page.routeWebSocket(/\/ws\//, (page) => {
    page.connectToServer();
    say = (message) => page.send(JSON.stringify(message));
  });
  await anna.page.reload();
  await anna.seeBoard();
  const { frame } = anna;
  const banner = anna.page.locator(".banner");
  say({ message: "notice", notice: { code: "not-stored" }, words: "The game cannot be stored at the moment." });
  await expect(banner).toHaveText("The game cannot be stored at the moment.");
  say({ message: "notice", notice: { code: "stored-again" }, words: "The game is stored again." });
  await expect(banner).toBeHidden();
  say({ message: "update", events: [{ event: "said", seat: 1, words: "Your turn, friend." }], frame });
  await expect(anna.page.locator(".above .talk")).toHaveText("Your turn, friend.");
  say({ message: "update", events: [{ event: "bot-failed", seat: 1, words: "It stopped." }], frame });
  await expect(anna.dialog).toContainText("It stopped.");
  await inspect(anna, "desktop-light-replacement");
  await anna.dialog.getByRole("button", { name: "Go on" }).click();
  await expect(anna.page.locator("dialog")).toHaveCount(0);
});

test("clocks and boards: hours, tenths, and any form turned by quarters", async ({ guest }) => {
  const { page } = await guest();
  await page.goto("/");
  const found = await page.evaluate(async () => {
    const base = document
      .querySelector("script[src*='modules/']")
      ?.getAttribute("src")
      ?.replace(/[^/]*$/, "");
    const { clockText, isLow, leftNow } = await import(new URL(`${base}clock.js`, document.baseURI).href);
    const { Geometry } = await import(new URL(`${base}board/geometry.js`, document.baseURI).href);
    const late = leftNow({ left: 5, running: true }, performance.now() - 1000);
    const board = { width: 5, height: 3, holes: ["b2"] };
    const wrong = [];
    for (const quarters of [0, 1, 2, 3, -1]) {
      const geometry = new Geometry(board, quarters);
      const squares = [...geometry.screen()].flat();
      if (new Set(squares).size !== 15) wrong.push(`${quarters}: squares`);
      if (squares.some((square) => geometry.square(geometry.cell(square)) !== square)) wrong.push(`${quarters}: back`);
      if (geometry.has("b2") || !geometry.has("e3") || geometry.has("f1")) wrong.push(`${quarters}: holes`);
      if (geometry.has(geometry.at(1.2, 0.5))) wrong.push(`${quarters}: outside`);
    }
    const [row] = new Geometry(board, 1).screen();
    return [clockText(3_661_000), clockText(61_000), clockText(9_870), isLow(9_870), late, row.join(), ...wrong];
  });
  expect(found).toEqual(["1:01:01", "1:01", "0:09.8", true, 0, "a1,a2,a3"]);
});
