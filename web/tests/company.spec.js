// The front page, quick pairing, who is away, leaving, the chat, and what makes the page an app.

import { expect, SIZES, test } from "./fixtures.js";
import { inspect } from "./inspect.js";

/** @import { Guest } from "./fixtures.js" */
/** @import { Server } from "./server.js" */

/**
 * Two people at a table by link, on a clock that the test drives, who have both moved.
 * @param {Guest} guest
 * @param {Server} server
 */
async function playing(guest, server) {
  const anna = await guest("Anna", { server });
  await anna.sit({ game: "ransom", mode: "link", side: "white" });
  const link = await anna.page.getByLabel("Link to this table").inputValue();
  const bert = await guest("Bert", { server, viewport: SIZES.phone });
  await bert.visit(link);
  await expect(anna.turn).toHaveText("Your turn, Anna");
  await anna.play("click");
  await bert.play("click");
  await expect(anna.turn).toHaveText("Your turn, Anna");
  return { anna, bert, link };
}

for (const [size, colorScheme] of /** @type {const} */ ([
  ["desktop", "light"],
  ["desktop", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
])) {
  test(`the front page and the lobby on a ${size}, ${colorScheme}`, async ({ guest }) => {
    const looks = { viewport: SIZES[size], colorScheme };
    const bert = await guest("Bert");
    await bert.sit({ game: "chess", mode: "link", side: "white", clock: "3+2", visibility: "public" });
    const anna = await guest("Anna", looks);
    await anna.page.goto("/");
    await expect(anna.page.getByRole("heading", { name: "Three games of the chess family" })).toBeVisible();
    await expect(anna.page.locator("dialog")).toHaveCount(0);
    await expect(anna.page.locator(".open-tables")).toContainText("Chess, 3+2, you play Black");
    await inspect(anna, `${size}-${colorScheme}-home`);
    await anna.page.getByRole("button", { name: "Rules of Ransom" }).click();
    await expect(anna.dialog).toContainText("The purse");
    await inspect(anna, `${size}-${colorScheme}-rules`);
    await anna.page.keyboard.press("Escape");
    await anna.page.getByRole("button", { name: "Chess: Play now" }).click();
    await anna.page.getByLabel("Display name").fill("Anna");
    await anna.page.getByRole("button", { name: "Start playing" }).click();
    await expect(anna.dialog.getByRole("button", { name: "Find an opponent" })).toBeVisible();
    await inspect(anna, `${size}-${colorScheme}-pairing`);
    await anna.page.keyboard.press("Escape");
    await anna.page.goto("/#lobby?game=chess");
    await expect(anna.page.locator(".played"), "nothing is played in the lobby").toBeHidden();
    for (const name of ["Play now", "Open a table", "Challenge a player"])
      await expect(anna.page.getByRole("main").getByRole("button", { name })).toBeVisible();
    await expect(anna.page.locator(".tables").first()).toContainText("you play Black");
    await inspect(anna, `${size}-${colorScheme}-lobby-open`);
  });
}

test("a newcomer plays from the front page", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.page.goto("/");
  await anna.page.getByRole("button", { name: "Ransom: Against the machine" }).click();
  await anna.page.getByLabel("Display name").fill("Anna");
  await anna.page.getByRole("button", { name: "Start playing" }).click();
  await anna.seeBoard();
  expect(anna.view?.game).toBe("ransom");
  await anna.page.getByRole("link", { name: "Threefold" }).click();
  await anna.page.getByRole("link", { name: "Back to your last table" }).click();
  await anna.seeBoard();
});

test("two browsers are paired and play", async ({ guest }) => {
  const people = await Promise.all(["Anna", "Bert"].map((name) => guest(name)));
  for (const person of people) {
    await person.page.addInitScript((items) => {
      for (const [key, text] of Object.entries(items)) localStorage.setItem(key, text);
    }, person.storage);
    await person.page.goto("/");
    await person.page.getByRole("button", { name: "Ransom: Play now" }).click();
    await person.dialog.getByRole("button", { name: "Find an opponent" }).click();
  }
  for (const person of people) await person.seeBoard();
  const [anna, bert] = people;
  if (!anna || !bert) throw new Error("two people");
  await expect.poll(() => anna.table !== "" && anna.table === bert.table).toBe(true);
  const white = anna.view?.yours[0] === 0 ? anna : bert;
  await white.play("click");
  // Both allowed it: the game can be watched, with a small board in the lobby.
  const cora = await guest("Cora");
  await cora.visit("/#lobby");
  await expect(cora.page.getByRole("link", { name: `Watch, ${anna.table}` })).toBeVisible();
  await expect(cora.page.locator(".miniature .piece").first()).toBeVisible();
  await inspect(cora, "desktop-light-lobby-games");
});

test("an opponent who disappears is missed, and the win is claimed after a minute", async ({ guest, driven }) => {
  const { anna, bert } = await playing(guest, driven);
  await bert.page.goto("/api/levels");
  await expect(anna.page.locator(".absence")).toContainText("Bert is away");
  await expect(anna.page.locator(".absence .time")).toHaveText(/^(1:00|0:5\d)$/);
  await expect(anna.page.locator(".seats .card[data-away]")).toContainText("Bert");
  await expect(anna.page.getByRole("button", { name: "Claim the win" })).toBeHidden();
  await inspect(anna, "desktop-light-away");
  await driven.pass(60_000);
  await expect(anna.page.getByRole("button", { name: "Call the game off" })).toBeVisible();
  await inspect(anna, "desktop-light-claim");
  await anna.page.getByRole("button", { name: "Claim the win" }).click();
  await expect(anna.dialog).toContainText("Anna wins");
  await expect(anna.dialog).toContainText("The other player left");
});

test("who waits alone closes the table, which counts for nothing; a guest leaves", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.sit({ game: "chess", mode: "link", side: "white" });
  for (const name of ["Resign", "Offer draw"]) await expect(anna.page.getByRole("button", { name })).toBeHidden();
  const link = await anna.page.getByLabel("Link to this table").inputValue();
  const bert = await guest("Bert");
  await bert.visit(link);
  await expect(anna.turn).toHaveText("Your turn, Anna");
  await bert.page.getByRole("button", { name: "Leave the table" }).click();
  await expect(bert.page.getByRole("heading", { name: "Three games of the chess family" })).toBeVisible();
  await expect(anna.turn).toHaveText("Waiting for an opponent…");
  await anna.page.getByRole("button", { name: "Close the table" }).click();
  await expect(anna.page.getByRole("heading", { name: "Three games of the chess family" })).toBeVisible();
  const played = await anna.page.evaluate(() => JSON.parse(localStorage.getItem("playerProfile") ?? "{}").gamesPlayed);
  expect(played).toBe(0);
});

test("restart asks before it leaves somebody alone, also before the first move", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.sit({ game: "chess", mode: "link", side: "white" });
  const bert = await guest("Bert");
  await bert.visit(await anna.page.getByLabel("Link to this table").inputValue());
  await expect(anna.turn).toHaveText("Your turn, Anna");
  const table = anna.table;
  await anna.door("Restart");
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  await anna.page.getByRole("button", { name: "New game" }).click();
  await anna.dialog.getByRole("button", { name: "Play", exact: true }).click();
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  await expect(anna.turn).toHaveText("Your turn, Anna");
  expect(anna.table).toBe(table);
});

test("restart asks in the countdown of a live game with somebody else", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  const table = await anna.sitLive({ seats: ["you", "link"] });
  const bert = await guest("Bert", { server: driven });
  await bert.visit(`/#${table}`);
  await expect(anna.page.locator(".seats")).toContainText("Bert");
  for (const { page } of [anna, bert]) await page.getByRole("button", { name: "Ready" }).click();
  await expect.poll(() => anna.now.phase).toBe("countdown");
  await anna.door("Restart");
  await anna.dialog.getByRole("button", { name: "Keep playing" }).click();
  await anna.start();
  expect(anna.table).toBe(table);
});

test("a player whose rematch is declined is notified", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.sit({ game: "chess", mode: "link", side: "white" });
  const bert = await guest("Bert");
  await bert.visit(await anna.page.getByLabel("Link to this table").inputValue());
  await expect(anna.turn).toHaveText("Your turn, Anna");
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Rematch" }).click();
  await expect(bert.dialog).toContainText("Anna wants a rematch");
  await inspect(bert, "desktop-light-rematch");
  await bert.dialog.getByRole("button", { name: "No rematch" }).click();
  await expect(anna.page.locator(".notice")).toHaveText("The others do not want a rematch");
});

test("players talk, mute and end the chat; watchers do not hear them", async ({ guest, driven }) => {
  const { anna, bert, link } = await playing(guest, driven);
  const cora = await guest("Cora", { server: driven });
  await cora.visit(link);
  await anna.page.getByText("Chat", { exact: true }).click();
  await anna.page.getByLabel("Say something").fill("Good luck <b>");
  await anna.page.keyboard.press("Enter");
  await expect(bert.page.locator(".chat summary")).toHaveText("Chat (1)");
  await bert.page.locator(".chat summary").click();
  await expect(bert.page.locator(".chat .lines")).toContainText("Anna: Good luck <b>");
  await inspect(bert, "phone-light-chat");
  await expect(cora.page.locator(".chat .lines li")).toHaveCount(0);
  await bert.page.getByRole("button", { name: "Mute Anna" }).click();
  await expect(bert.page.locator(".chat .lines li")).toHaveCount(0);
  await bert.page.getByRole("button", { name: "Chat off" }).click();
  await expect(anna.page.locator(".chat")).toContainText("The chat of this table is off.");
  await expect(anna.page.getByLabel("Say something")).toBeHidden();
});

test("a whole link in the field of a code, and a code in capitals, lead to the table", async ({ guest }) => {
  const anna = await guest("Anna");
  const table = await anna.sit({ game: "chess", mode: "link", side: "white", visibility: "closed" });
  const bert = await guest("Bert");
  await bert.visit("/#lobby");
  await bert.page.getByLabel("Code or link of a table").fill(`${anna.server.address}/#${table}`);
  await bert.page.getByRole("button", { name: "Go" }).click();
  await bert.seeBoard();
  await expect(anna.turn).toHaveText("Your turn, Anna");
  // Nobody may watch this one.
  const cora = await guest("Cora");
  await cora.page.addInitScript((items) => {
    for (const [key, text] of Object.entries(items)) localStorage.setItem(key, text);
  }, cora.storage);
  await cora.page.goto(`/#${table.toUpperCase()}`);
  await expect(cora.page.locator("main")).toContainText("do not allow spectators");
});

test("the page is an app: a manifest, a worker that caches the shell, and no fault without a network", async ({
  guest,
}) => {
  const anna = await guest("Anna", { serviceWorkers: "allow" });
  await anna.page.goto("/");
  await anna.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const manifest = await anna.page.evaluate(async () => {
    const link = document.querySelector("link[rel=manifest]")?.getAttribute("href") ?? "";
    return (await fetch(link)).json();
  });
  expect(manifest).toMatchObject({ name: "Threefold", display: "standalone" });
  // Once more, so that the worker has seen every file.
  await anna.page.reload();
  await expect(anna.page.locator(".game")).toHaveCount(3);
  await anna.page.context().setOffline(true);
  await anna.page.reload();
  await expect(anna.page.getByRole("heading", { name: "Threefold cannot be reached" })).toBeVisible();
});
