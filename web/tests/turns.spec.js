// A turn table as people use it: what they plan, draw and confirm, what they look back at, and what never moves away.

import { expect, test } from "./fixtures.js";
import { centre } from "./hands.js";

/** @import { TurnView } from "../wire" */
/** @import { Person } from "./person.js" */

const PROMOTION = "k7/4P3/8/8/8/8/8/K7 w - - 0 1";

/** Where the buttons below the board are. @param {Person} person */
async function places({ page }) {
  const buttons = page.locator(".actions .row button");
  const places = await buttons.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => [one.getAttribute("title"), Math.round(one.getBoundingClientRect().x)]),
  );
  return places;
}

test("no button moves while the machine thinks", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.choices();
  const before = await places(anna);
  await anna.click({ from: "e2", to: "e4" });
  await expect(anna.turn).toContainText("is thinking");
  expect(await places(anna)).toEqual(before);
  await expect(anna.page.getByRole("button", { name: "Hint" })).toBeDisabled();
  await expect(anna.page.getByRole("button", { name: "Offer draw" })).toBeDisabled();
});

test("what a bot says is shown on its card, and can be switched off", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.play("click");
  const talk = anna.page.locator(".above .talk");
  await expect(talk).toBeVisible();
  await expect(anna.page.locator(".notice")).not.toContainText("AI Opponent");
  await anna.door("Settings");
  await anna.dialog.getByLabel("Bots talk").uncheck();
  await anna.page.keyboard.press("Escape");
  await expect(talk).toBeHidden();
  await anna.play("click");
  await expect.poll(() => anna.frame?.scene.ply).toBe(4);
  await expect(talk).toBeHidden();
});

test("a bot answers at once when its pauses are switched off", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await anna.sitAtTurns("chess");
  await anna.door("Settings");
  await anna.dialog.getByLabel("Bots take a moment").uncheck();
  await anna.page.keyboard.press("Escape");
  await anna.newGame({ game: "chess", mode: "machine", level: "easy", side: "white" });
  await anna.play("click");
  // No time passes on this server, so that a pause would never end.
  await expect.poll(() => anna.frame?.scene.ply).toBe(2);
});

test("looking back shows captures and lead of that moment", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
  await anna.click({ from: "e4", to: "d5" });
  const lower = anna.page.locator(".card[data-seat='0']");
  await expect(lower.locator(".lead")).toHaveText(/^\+/);
  await expect(lower.locator(".captured .figure")).toHaveCount(1);
  const lead = await lower.locator(".lead").textContent();
  await anna.page.getByRole("button", { name: "First position" }).click();
  await expect(lower.locator(".captured .figure")).toHaveCount(0);
  await expect(lower.locator(".lead")).toHaveCount(0);
  await anna.square("e4").click({ force: true });
  await expect(anna.tooltip, "a move while looking back").toContainText("earlier position");
  await anna.page.getByRole("button", { name: "Back to live" }).click();
  await expect(lower.locator(".lead")).toHaveText(String(lead));
});

test("captured pieces are lined up by value", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess", "4k3/8/8/3p1q2/8/8/8/3RK3 w - - 0 1");
  for (const [from, to] of /** @type {const} */ ([
    ["d1", "d5"],
    ["e8", "e7"],
    ["d5", "f5"],
  ]))
    await anna.play("click", (choices) => choices.find((one) => one.from === from && one.to === to));
  const taken = anna.page.locator(".card[data-seat='0'] .captured use");
  await expect(taken).toHaveCount(2);
  const kinds = await taken.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.split("#")[1]));
  expect(kinds, "the pawn was captured first").toEqual(["queen", "pawn"]);
  // The card changes its place when the board turns for the other player, so it may have no box for a moment.
  const width = async () => (await taken.first().locator("..").boundingBox())?.width ?? 0;
  await expect.poll(width, "large enough to be read").toBeGreaterThan(20);
});

test("a wrong position is explained in the dialog, which keeps what was typed", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.page.getByRole("button", { name: "New game" }).click();
  await anna.page.locator("#new-start").selectOption("text");
  await anna.page.getByLabel("Position as text").fill("8/8/8/8/8/8/8/8 w - - 0 1");
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await expect(anna.dialog.locator("#new-fault")).not.toBeEmpty();
  await expect(anna.page.getByLabel("Position as text")).toHaveValue("8/8/8/8/8/8/8/8 w - - 0 1");
  await anna.page.getByLabel("Position as text").fill(PROMOTION);
  const before = anna.table;
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => anna.table).not.toBe(before);
  await expect(anna.page.locator("dialog")).toHaveCount(0);
});

test("Chess960 and a clock of one's own", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.page.getByRole("button", { name: "New game" }).click();
  await anna.page.locator("#new-start").selectOption("numbered");
  await anna.page.locator("#new-number").fill("0");
  await anna.page.locator("#new-clock").selectOption("custom");
  await anna.page.getByLabel("Minutes").fill("7");
  await anna.page.getByLabel("Seconds a move").fill("4");
  await anna.dialog.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => anna.frame?.scene.text.toUpperCase()).toContain("BBQNNRKR");
  await expect(anna.page.locator(".clock").first()).toHaveText("7:00");
  await anna.page.getByRole("button", { name: "New game" }).click();
  await expect(anna.page.locator("#new-clock"), "the clock is remembered").toHaveValue("custom");
  await anna.page.locator("#new-game").selectOption("ransom");
  await expect(anna.page.locator("#new-start option[value=numbered]")).toHaveCount(0);
});

test("a move before one's turn waits for it, and is removed by Escape", async ({ guest }) => {
  const [anna, ben] = [await guest("Anna"), await guest("Ben")];
  await anna.sit({ game: "chess", mode: "link", side: "white" });
  await ben.visit(`/#${anna.table}`);
  await expect(ben.turn).toHaveText("Anna’s turn");
  await ben.click({ from: "e7", to: "e5" });
  await expect(ben.square("e5")).toHaveAttribute("data-marks", /premove/);
  await ben.page.keyboard.press("Escape");
  await expect(ben.square("e5")).not.toHaveAttribute("data-marks", /premove/);
  await ben.drag({ from: "d7", to: "d5" });
  await anna.click({ from: "e2", to: "e4" });
  await expect.poll(() => anna.spoken()).toEqual(["Anna: e4", "Ben: d5"]);
  await ben.click({ from: "d5", to: "c4" });
  await anna.click({ from: "g1", to: "f3" });
  await expect(ben.tooltip).toContainText("not possible");
  expect(ben.frame?.scene.ply).toBe(3);
});

test("arrows and circles by the right button, until a press", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  const right = { button: /** @type {const} */ ("right") };
  const [from, to] = [await centre(anna.square("g1")), await centre(anna.square("f3"))];
  await anna.page.mouse.move(from.x, from.y);
  await anna.page.mouse.down(right);
  await anna.page.mouse.move(to.x, to.y);
  await anna.page.mouse.up(right);
  await anna.square("e4").click({ force: true, ...right });
  await expect(anna.page.locator(".marks path")).toHaveCount(1);
  await expect(anna.page.locator(".marks circle")).toHaveCount(1);
  await anna.square("a3").click({ force: true });
  await expect(anna.page.locator(".marks > *")).toHaveCount(0);
});

test("a pawn becomes a queen: asked beside it with the focus there, or without a question", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess", PROMOTION);
  await anna.click({ from: "e7", to: "e8" });
  await expect(anna.dialog.getByRole("button", { name: "queen" })).toBeFocused();
  const [box, square] = [await anna.dialog.boundingBox(), await anna.square("e8").boundingBox()];
  const far = Math.abs((box?.y ?? 0) - (square?.y ?? 0) - (square?.height ?? 0));
  expect(far, "beside the square").toBeLessThan(60);
  const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2 - (square?.x ?? 0) - (square?.width ?? 0) / 2;
  expect(Math.abs(middle), "below or above the square").toBeLessThan(60);
  await anna.page.keyboard.press("Escape");
  await anna.door("Settings");
  await anna.dialog.getByLabel("A pawn becomes a queen").check();
  await anna.page.keyboard.press("Escape");
  await anna.click({ from: "e7", to: "e8" });
  await expect.poll(() => anna.spoken()).toEqual(["Anna: e8=Q+"]);
});

test("a move can be asked for once more", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess");
  await anna.door("Settings");
  await anna.dialog.getByLabel("Ask before a move").check();
  await anna.page.keyboard.press("Escape");
  await anna.click({ from: "e2", to: "e4" });
  await anna.page.getByRole("button", { name: "Take it back" }).click();
  expect(anna.frame?.scene.ply).toBe(0);
  await anna.click({ from: "d2", to: "d4" });
  await expect(anna.page.getByRole("button", { name: "Play d4" })).toBeFocused();
  await anna.page.keyboard.press("Enter");
  await expect.poll(() => anna.spoken()).toEqual(["Anna: d4"]);
});

test("a drop beside the board is no move, and one of another's piece is refused with words", async ({ guest }) => {
  const anna = await guest();
  await anna.page.clock.install();
  await anna.sitAtTurns("chess");
  await anna.choices();
  const start = await centre(anna.square("e2"));
  await anna.page.mouse.move(start.x, start.y);
  await anna.page.mouse.down();
  await anna.page.mouse.move(start.x, start.y - 40, { steps: 3 });
  await anna.page.mouse.move(4, start.y, { steps: 3 });
  await anna.page.mouse.up();
  await expect(anna.tooltip).toBeHidden();
  // No time passes on the page, so that only the next change can remove a refusal.
  await anna.page.clock.pauseAt(Date.now() + 600_000);
  await anna.drag({ from: "e7", to: "e5" });
  await expect(anna.tooltip).toBeVisible();
  await anna.click({ from: "e2", to: "e4" });
  await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThan(0);
  await expect(anna.tooltip, "a refusal of something that is over").toBeHidden();
});

test("two people here see the move before the board turns, and who is asked", async ({ guest }) => {
  const anna = await guest();
  await anna.page.clock.install();
  await anna.sitHere("chess");
  await anna.page.clock.pauseAt(Date.now() + 60_000);
  await anna.click({ from: "e2", to: "e4" });
  await expect(anna.square("e4")).toHaveAttribute("aria-label", "e4, white pawn, last move");
  const corner = anna.page.locator("[data-square]").first();
  await anna.page.clock.runFor(400);
  await expect(corner, "the move is still shown to who made it").toHaveAttribute("data-square", "a8");
  await anna.page.clock.runFor(200);
  await expect(corner).toHaveAttribute("data-square", "h1");
  await expect(anna.page.locator(".lower .card")).toContainText("Bert");
  await anna.page.getByRole("button", { name: "Offer draw" }).click();
  await expect(anna.page.locator(".offer").first()).toContainText("Bert offers a draw. Anna, do you accept?");
});

test("another level plays on in the same game, and a card says what it is", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  const table = anna.table;
  await anna.page.getByRole("button", { name: "AI Opponent (Easy)" }).click();
  await expect(anna.dialog).toContainText("takes what it can");
  for (const fact of ["the Threefold authors", "part of Threefold", "below 400"])
    await expect(anna.dialog.locator(".facts")).toContainText(fact);
  await expect(anna.dialog.locator(".abilities")).toContainText("claims draws");
  await expect(anna.dialog.locator(".abilities")).not.toContainText("resigns");
  // Easy does not think.
  await expect(anna.page.locator("#bot-time")).toBeHidden();
  await anna.page.locator("#other-bot").selectOption("hard");
  await anna.page.locator("#bot-time").selectOption({ label: "at most 1 s a move" });
  await anna.dialog.getByRole("button", { name: "Change" }).click();
  await expect(anna.page.locator(".above .card")).toContainText("Hard, 1 s");
  await expect(anna.page.locator("header.top")).toContainText("Hard");
  await anna.page.getByRole("button", { name: "AI Opponent (Hard, 1 s)" }).click();
  await expect(anna.dialog.locator(".facts")).toContainText("at most 1 s a move");
  await expect(anna.dialog.locator(".abilities")).toContainText("resigns when lost");
  await anna.page.keyboard.press("Escape");
  expect(anna.table).toBe(table);
  await anna.play("click", (choices) => choices.find((one) => one.from === "e2" && one.to === "e4"));
  // The bot that was put there answers.
  await expect(anna.page.locator(".history")).toContainText(/1\.\s*e4\s*\S/u);
});

test("a server seats no bot with a thinking time that it does not offer", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.page.getByRole("button", { name: "AI Opponent (Easy)" }).click();
  await anna.page.locator("#other-bot").evaluate((/** @type {HTMLSelectElement} */ list) => {
    list.append(new Option("Master for a day", "master?movetime=86400000"));
    list.value = "master?movetime=86400000";
    list.dispatchEvent(new Event("change"));
  });
  await anna.dialog.getByRole("button", { name: "Change" }).click();
  await expect(anna.dialog.locator(".fault")).not.toBeEmpty();
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator(".above .card")).toContainText("Easy");
});

test("after the end: nothing is taken back, and the ways on stay", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess");
  for (const [from, to] of /** @type {const} */ ([
    ["f2", "f3"],
    ["e7", "e5"],
    ["g2", "g4"],
    ["d8", "h4"],
  ]))
    await anna.play("click", (choices) => choices.find((one) => one.from === from && one.to === to));
  await expect(anna.dialog).toContainText("Bert wins");
  const [board, dialog] = [await anna.board.boundingBox(), await anna.dialog.boundingBox()];
  const middle = (board?.x ?? 0) + (board?.width ?? 0) / 2;
  expect(dialog?.x, "the result is shown beside the middle of the board").toBeGreaterThan(middle);
  await anna.page.mouse.click(5, 300);
  await expect(anna.page.locator("dialog")).toHaveCount(0);
  await expect(anna.page.getByRole("button", { name: "Undo" })).toBeHidden();
  await anna.page.keyboard.press("z");
  for (const name of ["Rematch", "Review", "Study from here"])
    await expect(anna.page.getByRole("button", { name })).toBeVisible();
  await expect(anna.page.locator(".actions").getByRole("button", { name: "New game" })).toBeVisible();
  expect(anna.frame?.end).not.toBeNull();
  await anna.page.getByRole("button", { name: "Review" }).click();
  await anna.page.getByRole("button", { name: "Next mistake" }).click();
  await expect(anna.page.locator(".verdict"), "not in a title only").toContainText("Better: ");
  await anna.page.goto("/");
  await expect(anna.page.getByRole("heading", { name: "Three games of the chess family" })).toBeVisible();
});

test("who wins is offered the next stronger level, who loses the next weaker one", async ({ guest }) => {
  const anna = await guest();
  const start = { text: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" };
  await anna.sitAtTurns("chess", { level: "elo:800", start });
  await anna.play("click", (choices) => choices.find(({ from, to }) => from === "d1" && to === "d8"));
  await expect(anna.dialog).toContainText("Anna wins");
  await expect(anna.dialog.getByRole("button", { name: "Stronger: Elo 1000" })).toBeVisible();
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("dialog")).toHaveCount(0);
  await expect(anna.page.getByRole("button", { name: "Undo" })).toBeHidden();
  await anna.page.keyboard.press("z");
  await anna.page.reload();
  await expect(anna.turn, "a mate is not taken back").toContainText("Anna wins");
  await anna.sitAtTurns("chess", { level: "elo:1000" });
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  const table = anna.table;
  await anna.dialog.getByRole("button", { name: "Weaker: Elo 800" }).click();
  await expect.poll(() => anna.table).not.toBe(table);
  await expect(anna.page.locator(".above .card")).toContainText("Elo 800");
  // Nothing is below the first level.
  await anna.sitAtTurns("chess");
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.dialog).toContainText("AI Opponent wins");
  await expect(anna.dialog.getByRole("button", { name: /Weaker|Stronger/ })).toHaveCount(0);
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("dialog")).toHaveCount(0);
  // Resign, which had the focus, is gone.
  await expect(anna.page.locator("game-board [tabindex='0']"), "the focus is not lost").toBeFocused();
});

test("the record is kept, not made anew, and a move after 500 costs no more than one after four", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess");
  await anna.play("click");
  const first = anna.page.locator(".record button").first();
  await first.evaluate((one) => one.setAttribute("data-kept", ""));
  await anna.play("click");
  await expect(anna.page.locator(".record button")).toHaveCount(2);
  await expect(first).toHaveAttribute("data-kept", "");
  await expect(anna.page.locator(".record li")).toHaveCount(1);
  if (!anna.view) throw new Error("no table");
  const [few, many] = await anna.page.evaluate(changesOfOneMove, anna.view);
  expect(many).toEqual({ ...few, buttons: 501 });
});

/**
 * In the page: what the history changes for one more move, after four moves and after 500.
 * @param {TurnView} view
 */
async function changesOfOneMove(view) {
  const main = document.querySelector("script[src$='main.js']")?.getAttribute("src") ?? "";
  const { History } = await import(new URL(main.replace("main.js", "turn/history.js"), document.baseURI).href);
  const move = (/** @type {number} */ at) => ({ seat: at % 2, label: `N${at}`, code: `${at}` });
  return [4, 500].map((plies) => {
    const record = Array.from({ length: plies }, (_, at) => move(at));
    const mode = { view: { ...view, record }, past: null, opening: null };
    const history = new History(mode, new AbortController().signal);
    history.show();
    const observer = new MutationObserver(() => {});
    observer.observe(history.body, { subtree: true, childList: true, attributes: true, characterData: true });
    mode.view = { ...view, record: [...record, move(plies)] };
    history.show();
    const buttons = history.body.querySelectorAll(".record button").length;
    return { changes: observer.takeRecords().length, buttons };
  });
}
