// Accounts, games and ratings as people meet them. Every test has a server of its own: sign-ups are limited by address.

import { readFile } from "node:fs/promises";
import { expect, SIZES, test } from "./fixtures.js";
import { inspect } from "./inspect.js";

/** @import { Person } from "./person.js" */

const PASSWORD = "correct horse battery";

/**
 * Comes to a view of one's own.
 * @param {Person} person
 * @param {string} view
 */
async function goTo(person, view) {
  if (person.page.url() === "about:blank") {
    await person.page.addInitScript((items) => {
      for (const [key, text] of Object.entries(items)) if (!localStorage.getItem(key)) localStorage.setItem(key, text);
    }, person.storage);
  }
  await person.page.goto(`/#${view}`);
  await expect(person.page.locator("main.me h1")).toBeVisible();
}

/**
 * Opens an account; returns its recovery codes.
 * @param {Person} person
 */
async function signUp(person) {
  await goTo(person, "account");
  const form = person.page.locator("form", { hasText: "Open an account" });
  await form.getByLabel("Name").fill(person.name);
  await form.getByLabel("New password").fill(PASSWORD);
  await form.getByRole("button", { name: "Open account" }).click();
  await expect(person.dialog).toContainText("recovery codes");
  const codes = await person.dialog.locator("li").allTextContents();
  expect(codes).toHaveLength(8);
  await person.dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(person.page.locator(".head h2")).toHaveText(person.name);
  return codes;
}

/**
 * @param {Person} person
 * @param {string} [password]
 */
async function signIn(person, password = PASSWORD) {
  await goTo(person, "account");
  const form = person.page.locator("form", { hasText: "Sign in" });
  await form.getByLabel("Name").fill(person.name);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
}

/** @param {Person} person */
async function resign(person) {
  await person.page.getByRole("button", { name: "Resign" }).click();
  await person.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(person.dialog).toContainText("wins");
}

test("a link of the operator sets another password, and a wrong one is refused", async ({ guest }) => {
  const anna = await guest("Anna");
  await goTo(anna, "reset/0000000000000000");
  await anna.page.getByLabel("New password").fill("another secret");
  await anna.page.getByRole("button", { name: "Set password" }).click();
  await expect(anna.page.locator("main")).toContainText(/link/i);
});

test("two people sign up and play a rated game: both ratings move, once", async ({ guest, mortal }) => {
  const anna = await guest("Anna", { server: mortal });
  const bert = await guest("Bert", { server: mortal });
  await signUp(anna);
  await signUp(bert);
  await anna.page.getByRole("button", { name: "New game" }).click();
  await anna.dialog.getByLabel("Game").selectOption("chess");
  await anna.dialog.getByLabel("Mode").selectOption("link");
  await anna.dialog.getByLabel("You play").selectOption("white");
  await anna.dialog.getByLabel("Clock").selectOption("5+3");
  await anna.dialog.getByLabel("Counts for").selectOption("rated");
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await expect(anna.turn).toHaveText("Waiting for an opponent…");
  const link = await anna.page.getByLabel("Link to this table").inputValue();
  await bert.page.goto(link);
  await bert.seeBoard();
  await expect(anna.page.locator(".seats")).toContainText("Bert");
  await anna.play("click");
  await bert.play("click");
  await resign(bert);
  await expect(bert.dialog.locator(".rated")).toHaveText(/Chess, blitz: \d+ \(−\d+\), provisional/);
  await expect(anna.dialog.locator(".rated")).toHaveText(/Chess, blitz: \d+ \(\+\d+\), provisional/);
  const words = (await anna.dialog.locator(".rated").textContent()) ?? "";
  const rating = /: (\d+)/.exec(words)?.[1] ?? "";
  await anna.page.reload();
  await goTo(anna, "player");
  await expect(anna.page.locator(".rating strong")).toHaveText(rating);
  await expect(anna.page.locator("main")).toContainText("1 game, provisional");
  await goTo(anna, "player/Bert");
  await expect(anna.page.locator(".head h2")).toHaveText("Bert");
  await goTo(anna, "games");
  await expect(anna.page.locator(".own-games .card")).toContainText("Won against Bert (1500)");
});

test("a player is challenged by name, declines, is challenged again and plays", async ({ guest, mortal }) => {
  const anna = await guest("Anna", { server: mortal });
  const bert = await guest("Bert", { server: mortal, viewport: SIZES.phone });
  await signUp(anna);
  await signUp(bert);
  const challenge = async () => {
    await goTo(anna, "player/Bert");
    await anna.page.getByRole("button", { name: "Challenge" }).click();
    await expect(anna.dialog.getByLabel("Player")).toHaveValue("Bert");
    await anna.dialog.getByLabel("You play").selectOption("white");
    await anna.dialog.getByRole("button", { name: "Challenge" }).click();
    await expect(anna.page.locator(".invite")).toContainText("You have challenged Bert");
  };
  const card = bert.page.locator(".challenges .offer");
  await challenge();
  await expect(card).toContainText("Anna challenges you: Chess, 5+3, rated, you play Black.");
  await inspect(bert, "phone-challenged");
  await card.getByRole("button", { name: "Decline" }).click();
  await expect(card).toHaveCount(0);
  await expect(anna.page.locator(".invite")).toContainText("Bert has declined");
  await challenge();
  await card.getByRole("button", { name: "Accept" }).click();
  await bert.seeBoard();
  await expect(card).toHaveCount(0);
  await anna.play("click");
  await bert.play("click");
  await resign(bert);
  await expect(anna.dialog.locator(".rated")).toHaveText(/Chess, blitz: \d+ \(\+\d+\), provisional/);
});

test("a name that nobody has cannot be challenged, and the words stay in the dialog", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.visit("/#lobby");
  await anna.page.getByRole("button", { name: "Challenge a player" }).click();
  await expect(anna.dialog.getByLabel("Rated")).toBeHidden();
  await anna.dialog.getByLabel("Player").fill("Nobody here");
  await anna.dialog.getByRole("button", { name: "Challenge" }).click();
  await expect(anna.dialog.locator(".fault")).toContainText("no player has this name", { ignoreCase: true });
});

test("a recovery code sets another password and ends sessions elsewhere", async ({ guest, mortal }) => {
  const anna = await guest("Anna", { server: mortal });
  const [code = ""] = await signUp(anna);
  const elsewhere = await guest("Anna", { server: mortal });
  await goTo(elsewhere, "account");
  await elsewhere.page.getByText("Password forgotten?").click();
  const form = elsewhere.page.locator("form", { hasText: "Use a recovery code" });
  await form.getByLabel("Name").fill("Anna");
  await form.getByLabel("New password").fill("another horse");
  await form.getByLabel("Recovery code").fill("aaaa-bbbb-cccc-dddd");
  await form.getByRole("button").click();
  await expect(form.getByRole("alert")).toHaveText("Name or recovery code is wrong.");
  await form.getByLabel("Recovery code").fill(code.toUpperCase());
  await form.getByRole("button").click();
  await expect(elsewhere.page.locator(".head h2")).toHaveText("Anna");
  await expect(elsewhere.page.locator("main")).toContainText("7 codes are left");
  await anna.page.reload();
  await expect(anna.page.getByRole("heading", { name: "Open an account" })).toBeVisible();
});

test("a session is ended elsewhere, and a wrong password is refused", async ({ guest, mortal }) => {
  const anna = await guest("Anna", { server: mortal });
  await signUp(anna);
  const elsewhere = await guest("Anna", { server: mortal });
  await signIn(elsewhere, "wrong horse");
  await expect(elsewhere.page.getByRole("alert").first()).toHaveText("Name or password is wrong.");
  await signIn(elsewhere);
  await expect(elsewhere.page.locator(".head h2")).toHaveText("Anna");
  await anna.page.reload();
  await expect(anna.page.locator(".sessions li")).toHaveCount(2);
  await anna.page.locator(".sessions").getByRole("button", { name: /^End/ }).click();
  await expect(anna.page.locator(".sessions li")).toHaveCount(1);
  await elsewhere.page.reload();
  await expect(elsewhere.page.getByRole("heading", { name: "Open an account" })).toBeVisible();
});

test("what was played without an account is adopted, goes on elsewhere, is exported and closed", async ({
  guest,
  mortal,
}) => {
  const anna = await guest("Anna", { server: mortal });
  await anna.sitAtTurns("chess", { level: "elo:800" });
  await resign(anna);
  await expect(anna.dialog.locator(".rated")).toHaveText(/Your level: about \d+ ± \d+/);
  const table = await anna.sitAtTurns("ransom");
  await anna.play("click");
  await goTo(anna, "games");
  await expect(anna.page.locator(".own-games .card")).toHaveCount(2);
  await signUp(anna);
  const elsewhere = await guest("Anna", { server: mortal });
  await signIn(elsewhere);
  await expect(elsewhere.page.locator(".head h2")).toHaveText("Anna");
  await goTo(elsewhere, "games");
  await expect(elsewhere.page.locator(".own-games .card")).toHaveCount(2);
  await elsewhere.page.getByRole("button", { name: "Continue against Easy" }).click();
  await elsewhere.seeBoard();
  await expect.poll(() => elsewhere.table).toBe(table);
  await elsewhere.play("click");
  await goTo(elsewhere, "account");
  const saved = elsewhere.page.waitForEvent("download");
  await elsewhere.page.getByRole("button", { name: "Everything as JSON" }).click();
  const exported = JSON.parse(await readFile(await (await saved).path(), "utf8"));
  expect(exported.profile.account).toBe("Anna");
  expect(exported.games).toHaveLength(1);
  const form = elsewhere.page.locator("form", { hasText: "Close the account" });
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Close account" }).click();
  await expect(elsewhere.page.getByRole("heading", { name: "Open an account" })).toBeVisible();
  await goTo(elsewhere, "player/Anna");
  await expect(elsewhere.page.locator("main")).toContainText("No player has this name.");
});

test("games are filtered, replayed and deleted from the list", async ({ guest, mortal }) => {
  const anna = await guest("Anna", { server: mortal });
  for (const game of /** @type {const} */ (["chess", "ransom"])) {
    await anna.sitAtTurns(game);
    await anna.play("click");
    await resign(anna);
    await anna.page.keyboard.press("Escape");
  }
  await goTo(anna, "games");
  const cards = anna.page.locator(".own-games .card");
  await expect(cards).toHaveCount(2);
  await anna.page.locator("#games-game").selectOption("chess");
  await expect(cards).toHaveCount(1);
  await anna.page.getByLabel("Result").selectOption("won");
  await expect(cards).toHaveCount(0);
  await anna.page.getByLabel("Result").selectOption("lost");
  await anna.page.getByLabel("Opponent").fill("nobody");
  await expect(cards).toHaveCount(0);
  await anna.page.getByLabel("Opponent").fill("");
  await expect(cards).toHaveCount(1);
  await anna.page.getByRole("link", { name: /^Replay/ }).click();
  await anna.seeBoard();
  await goTo(anna, "games");
  await anna.page
    .getByRole("button", { name: /^Delete from my list/ })
    .first()
    .click();
  await anna.dialog.getByRole("button", { name: "Delete" }).click();
  await expect(cards).toHaveCount(1);
});

test("several players of one browser have games of their own", async ({ guest, mortal }) => {
  const anna = await guest("Anna", { server: mortal });
  await anna.sitAtTurns("ransom");
  await anna.play("click");
  await goTo(anna, "player");
  await anna.page.getByLabel("Another player").fill("Łukasz");
  await anna.page.getByRole("button", { name: "Add" }).click();
  await expect(anna.page.locator(".head h2")).toHaveText("Łukasz");
  await goTo(anna, "games");
  await expect(anna.page.locator("main")).toContainText("You have no unfinished games.");
  await goTo(anna, "player");
  await anna.page.getByRole("button", { name: "Play as Anna" }).click();
  await expect(anna.page.locator(".head h2")).toHaveText("Anna");
  await goTo(anna, "games");
  await expect(anna.page.locator(".own-games .card")).toHaveCount(1);
});

for (const [size, colorScheme] of /** @type {const} */ ([
  ["desktop", "light"],
  ["phone", "dark"],
  ["desktop", "dark"],
  ["phone", "light"],
])) {
  test(`the player's own views on a ${size}, ${colorScheme}`, async ({ guest, mortal }) => {
    const viewport = SIZES[size];
    const anna = await guest("Anna", { server: mortal, viewport, colorScheme, reducedMotion: "reduce" });
    const see = (/** @type {string} */ view) => inspect(anna, `${size}-${colorScheme}-${view}`);
    await goTo(anna, "account");
    await see("signed-out");
    for (const level of ["elo:800", "elo:1000", "easy"]) {
      await anna.sitAtTurns("chess", { level });
      await anna.play("click");
      await resign(anna);
    }
    await see("level");
    await anna.page.keyboard.press("Escape");
    await anna.sitAtTurns("ransom");
    await anna.play("click");
    await goTo(anna, "games");
    await expect(anna.page.locator(".own-games .card")).toHaveCount(4);
    await see("games");
    for (const card of await anna.page.locator(".own-games .card").all()) {
      const parts = ["", ".name", ".muted >> nth=-1", ".game-actions"].map((part) =>
        part ? card.locator(part) : card,
      );
      const [whole, name, facts, actions] = await Promise.all(parts.map((part) => part.boundingBox()));
      if (!whole || !name || !facts || !actions) throw new Error("a card has all its parts");
      expect(whole.width, "a game has the whole width").toBeGreaterThan(Math.min(viewport.width, 900) - 60);
      const below = actions.y >= facts.y + facts.height;
      const beside = actions.x >= Math.max(name.x + name.width, facts.x + facts.width);
      expect(below || beside, "no button covers the words").toBe(true);
    }
    await goTo(anna, "player");
    await expect(anna.page.locator(".rating strong")).toBeVisible();
    const heads = await anna.page.locator(".results th[scope=col]").all();
    expect(heads.length).toBeGreaterThan(0);
    for (const head of heads) expect((await head.boundingBox())?.height, "one line").toBeLessThan(40);
    await see("player");
    await goTo(anna, "account");
    const form = anna.page.locator("form", { hasText: "Open an account" });
    await form.getByLabel("New password").fill(PASSWORD);
    await form.getByRole("button", { name: "Open account" }).click();
    await expect(anna.dialog).toContainText("recovery codes");
    await see("codes");
    await anna.dialog.getByRole("button", { name: "I have kept them" }).click();
    await expect(anna.page.locator(".head h2")).toHaveText("Anna");
    await see("account");
    await anna.door("Settings");
    await see("settings-signed-in");
  });
}
