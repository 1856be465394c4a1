// What goes wrong: lines that break, tables that close, bots that fail, a hall that does not answer.

import { expect, test } from "../hall.js";
import { inspect } from "../inspect.js";

/** @import { Person } from "../hall.js" */

/**
 * @param {Person} person
 * @param {"drop" | "restart" | "close" | "forget"} what
 */
const afflict = (person, what) => person.page.request.get(`/stub/tables/${person.view?.table}/${what}`);

for (const what of /** @type {const} */ (["drop", "restart"])) {
  test(`a line that breaks (${what}) shows a banner, comes back, and misses nothing`, async ({ guest }) => {
    const anna = await guest();
    await anna.arrive();
    await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
    await anna.play("click");
    await expect.poll(() => anna.frame?.scene.ply).toBe(2);
    const banner = anna.page.locator(".banner");
    const seen = banner.waitFor({ state: "visible" });
    await afflict(anna, what);
    await seen;
    await expect(banner).toBeHidden();
    await anna.play("click");
    await expect(anna.page.locator(".record button")).toHaveCount(4);
  });
}

test("a wish without a line is refused with words", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  const [choice] = await anna.choices();
  await anna.page.evaluate(() => {
    window.WebSocket = /** @type {any} */ (
      class extends EventTarget {
        static CONNECTING = 0;
        static OPEN = 1;
        readyState = 0;
      }
    );
  });
  await afflict(anna, "drop");
  await expect(anna.page.locator(".banner")).toBeVisible();
  if (choice) await anna.click(choice);
  await expect(anna.tooltip).toHaveText("Not connected. Trying again…");
});

test("a wish that the line broke under is not granted, and the board shows the truth", async ({ guest }) => {
  const anna = await guest();
  await anna.page.addInitScript(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      if (String(text).includes('"move"') && !Reflect.get(window, "broken")) {
        Reflect.set(window, "broken", true);
        return this.close();
      }
      return send.call(this, text);
    };
  });
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  const [choice] = await anna.choices();
  if (choice) await anna.click(choice);
  await expect(anna.tooltip).toHaveText("Not connected. Trying again…");
  await expect(anna.page.locator(".banner")).toBeHidden();
  await anna.play("click");
  await expect.poll(() => anna.frame?.scene.ply).toBe(2);
});

test("a table that is closed says why", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await afflict(anna, "close");
  await expect(anna.page.locator(".banner")).toContainText("The table was closed.");
  await inspect(anna, "desktop-light-closed");
});

test("the last table is gone: the page opens another", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await expect.poll(() => anna.view?.table).toBeTruthy();
  const gone = anna.view?.table;
  await afflict(anna, "forget");
  await anna.page.goto("/icon.svg");
  await anna.page.goto("/");
  await expect.poll(() => anna.view?.table).not.toBe(gone);
  await anna.seeBoard();
});

test("a bot that cannot go on is replaced", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white", level: "broken" });
  await anna.play("click");
  await expect(anna.dialog).toContainText("It has lost its thread.");
  await inspect(anna, "desktop-light-replacement");
  await anna.dialog.getByLabel("Who takes the seat?").selectOption("hard");
  await anna.dialog.getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => anna.frame?.scene.ply).toBe(2);
  await expect(anna.page.locator(".seats")).toContainText("AI Opponent (Hard)");
});

test("a bot's seat may be left to it", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white", level: "broken" });
  await anna.play("click");
  await anna.dialog.getByRole("button", { name: "Leave it" }).click();
  await expect(anna.page.locator("dialog")).toHaveCount(0);
});

test("a bot that talks is heard, and thinking is shown", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white", level: "slow" });
  await anna.play("click");
  await expect(anna.turn).toHaveText("AI Opponent (Slow) is thinking…");
  await anna.page.getByRole("button", { name: "Undo" }).click();
  await expect(anna.turn).toHaveText("Anna’s turn");
  await anna.newGame({ game: "ransom", mode: "machine", side: "white", level: "chatty" });
  await anna.play("click");
  await expect(anna.page.locator(".notice")).toHaveText("AI Opponent (Chatty): Your turn, friend.");
});

test("a draw is declined by the machine, and claimed when it can be", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  await anna.play("click");
  await anna.page.getByRole("button", { name: "Offer draw" }).click();
  await expect(anna.page.locator(".notice")).toHaveText("Declined");
  await anna.newGame({ game: "ransom", mode: "here", second: "Bert", position: "Ka1 Kb1 Kc1 kh8 kg8 kf8 | w | 0 0" });
  for (let turn = 1; turn <= 40; turn++) {
    const home = turn % 4 < 2 ? ["a", "1"] : ["h", "8"];
    await anna.play("click", (choices) => choices.find((one) => one.from.includes(String(home[1]))) ?? choices[0]);
  }
  await anna.page.getByRole("button", { name: "Claim draw: forty turns" }).click();
  await expect(anna.page.getByRole("dialog", { name: "Draw" })).toContainText("claimed");
});

test("a clock tells hours, minutes and tenths, and stops at nothing", async ({ guest }) => {
  const { page } = await guest();
  await page.goto("/");
  const told = await page.evaluate(async () => {
    const address = "/modules/clock.js";
    const { clockText, isLow, leftNow } = await import(address);
    const late = leftNow({ left: 5, runs: true }, performance.now() - 1000);
    return [clockText(3_661_000), clockText(61_000), clockText(9_870), isLow(9_870), late];
  });
  expect(told).toEqual(["1:01:01", "1:01", "0:09.8", true, 0]);
});

test("a hall that does not answer is told, with a way to try again", async ({ guest }) => {
  const anna = await guest();
  await anna.page.route("**/api/levels", (route) => route.abort());
  await anna.page.goto("/");
  await anna.page.getByLabel("Display name").fill("Anna");
  await anna.page.getByRole("button", { name: "Start playing" }).click();
  await expect(anna.page.getByRole("heading", { name: "The hall is closed" })).toBeVisible();
  await inspect(anna, "desktop-light-no-hall");
  await anna.page.unroute("**/api/levels");
  await anna.page.getByRole("button", { name: "Try again" }).click();
  await anna.seeBoard();
});

test("a full hall refuses a table with words", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.page.route("**/api/tables", (route) =>
    route.fulfill({ status: 503, json: { error: "The hall is full." } }),
  );
  await anna.page.getByRole("button", { name: "Restart" }).click();
  await expect(anna.page.locator(".notice")).toHaveText("The hall is full.");
  await anna.page.goto("/#lobby");
  await expect(anna.page.locator("main")).toContainText("The hall is full.");
  await anna.page.unroute("**/api/tables");
  await anna.page.route("**/api/tables", (route) => route.fulfill({ status: 500, body: "?" }));
  await anna.page.evaluate(() => localStorage.removeItem("lastTable"));
  await anna.page.goto("/icon.svg");
  await anna.page.goto("/");
  await expect(anna.page.locator("main")).toContainText("The hall answers with 500.");
});

test("an export that cannot be had is told", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.chooseGame("ransom");
  await anna.page.getByRole("button", { name: "Export" }).click();
  await anna.page.getByRole("button", { name: "PGN" }).click();
  await expect(anna.page.locator(".notice")).toHaveText("PGN is for chess only.");
});
