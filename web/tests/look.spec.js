// Every view, on a desktop in light and on a phone in dark: geometry, barriers, and pictures to look at in
// results/pictures.

import { expect, SIZES, test } from "./fixtures.js";
import { centre } from "./hands.js";
import { inspect } from "./inspect.js";

const LOOKS = /** @type {const} */ ([
  ["desktop", "light"],
  ["phone", "dark"],
]);
const CHECK = "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3";

for (const [size, colorScheme] of LOOKS) {
  const viewport = SIZES[size];
  const looks = { viewport, colorScheme, reducedMotion: /** @type {const} */ ("reduce") };

  test(`turn tables on a ${size}, ${colorScheme}`, async ({ guest }) => {
    const anna = await guest("Anna", looks);
    const see = (/** @type {string} */ view, person = anna) => inspect(person, `${size}-${colorScheme}-${view}`);
    await anna.page.goto("/#play");
    await anna.page.getByLabel("Display name").fill("Anna!");
    await see("welcome");
    await anna.arrive();
    await anna.sitAtTurns("chess", { clock: "5+3" });
    await see("chess");
    await anna.sitAtTurns("ransom", { clock: "5+3" });
    const [choice] = await anna.choices();
    await anna.square(choice?.from ?? "").click({ force: true });
    await see("selected");
    await anna.page.keyboard.press("Escape");
    await anna.play("keys");
    await expect.poll(() => anna.frame?.scene.ply).toBe(2);
    await see("ransom");
    await anna.page.getByLabel("Type a move").fill("z9z9");
    await anna.page.keyboard.press("Enter");
    await expect(anna.tooltip).toBeVisible();
    await see("refused");
    await anna.page.getByLabel("Type a move").blur();
    for (const [button, view] of [
      ["New game", "new-game"],
      ["Settings", "settings"],
      ["Keys", "keys"],
      ["Resign", "question"],
    ]) {
      if (button === "Resign" || button === "New game") await anna.page.getByRole("button", { name: button }).click();
      else await anna.door(String(button));
      await see(String(view));
      await anna.page.keyboard.press("Escape");
    }
    await anna.page.getByRole("button", { name: "Export" }).click();
    await see("export");
    await anna.page.keyboard.press("Escape");
    await anna.page.getByRole("button", { name: "Resign" }).click();
    await anna.dialog.getByRole("button", { name: "Resign" }).click();
    await expect(anna.dialog).toContainText("wins");
    await see("end");
    await anna.dialog.getByRole("button", { name: "Review" }).click();
    await expect(anna.page.getByRole("button", { name: "To the end" })).toBeVisible();
    await see("review");
  });

  test(`people by link on a ${size}, ${colorScheme}`, async ({ guest }) => {
    const anna = await guest("Anna", looks);
    const see = (/** @type {string} */ view, person = anna) => inspect(person, `${size}-${colorScheme}-${view}`);
    const visible = (/** @type {import("@playwright/test").Locator} */ what) =>
      expect(what).toBeInViewport({ ratio: 1 });
    await anna.sit({ game: "chess", mode: "link", side: "white", start: { text: CHECK } });
    await visible(anna.page.getByRole("button", { name: "Copy link" }));
    await see("link");
    const ben = await guest("Maximilian the Great", looks);
    await ben.visit(`/#${anna.table}`);
    await expect.poll(() => anna.frame?.seats.every(({ occupant }) => occupant.is !== "open")).toBe(true);
    await see("check");
    const eve = await guest("Eve", looks);
    await eve.visit(`/#${anna.table}`);
    await see("spectator", eve);
    await anna.page.getByRole("button", { name: "Offer draw" }).click();
    await visible(ben.page.getByRole("button", { name: "Accept" }));
    await expect(anna.page.locator(".offer")).toHaveText("You offered a draw.");
    await see("draw-offered", ben);
    await ben.page.getByRole("button", { name: "Accept" }).click();
    await expect(anna.page.getByRole("dialog", { name: "Draw" })).toBeVisible();
    await see("drawn");
    await eve.page.goto("/#lobby");
    await expect(eve.page.getByRole("heading", { name: "Lobby" })).toBeVisible();
    await expect(eve.page.locator("dialog"), "words about the table that was left").toHaveCount(0);
    await see("lobby", eve);
    await eve.page.goto("/#zzzzzz");
    await expect(eve.page.getByRole("heading", { name: "No table here" })).toBeVisible();
    await see("no-table", eve);
  });

  test(`live tables on a ${size}, ${colorScheme}`, async ({ guest, driven }) => {
    const anna = await guest("Anna", { ...looks, server: driven });
    const see = (/** @type {string} */ view) => inspect(anna, `${size}-${colorScheme}-live-${view}`);
    await anna.sitLive({ seats: ["you", "link"] });
    await see("waiting");
    await anna.page.getByRole("button", { name: "New game" }).first().click();
    await anna.page.locator("#new-game").selectOption("kungfu");
    await anna.page.locator("#new-board").selectOption("four");
    await see("new-game");
    await anna.page.keyboard.press("Escape");
    await anna.sitLive({ board: "four", seats: ["you", "level1", "level1", "level1"] });
    await anna.start();
    await see("cross");
    await expectOnScreen(anna, 12, 30, viewport);
    await anna.page.locator(".played").click();
    const cut = await anna.page.locator("#played-panel select").evaluateAll((lists) =>
      lists
        .filter((list) => list.checkVisibility())
        .filter((list) => {
          const { width } = list.getBoundingClientRect();
          list.style.width = "max-content";
          return list.getBoundingClientRect().width > width + 1;
        })
        .map((list) => list.id),
    );
    expect(cut, "choices cut short").toEqual([]);
    await see("played");
    await anna.page.keyboard.press("Escape");
    await anna.sitLive();
    await anna.start();
    await expectOnScreen(anna, 8, 44, viewport);
    await anna.click({ from: "g1", to: "f3" });
    await expect.poll(() => anna.now.pieces.some(({ place }) => place.is === "moving")).toBe(true);
    await driven.pass(2_100);
    await anna.click({ from: "f3", to: "g5" });
    await anna.square("b1").click({ force: true });
    await expect(anna.page.locator("[data-marks~=target]").first()).toBeVisible();
    await anna.page.getByRole("button", { name: "Pause" }).click();
    await expect(anna.turn).toHaveText("Paused");
    await see("paused");
    await anna.page.getByRole("button", { name: "Resign" }).click();
    await anna.dialog.getByRole("button", { name: "Resign" }).click();
    await expect(anna.dialog).toContainText("wins");
    await see("end");
    await anna.review();
    await see("replay");
  });
}

/**
 * Board and status without scrolling, squares that a finger hits, and the own army below.
 * @param {import("./person.js").Person} person
 * @param {number} columns
 * @param {number} least
 * @param {{height: number}} viewport
 */
async function expectOnScreen(person, columns, least, { height }) {
  const box = await person.board.boundingBox();
  const status = await person.turn.boundingBox();
  if (!box || !status) throw new Error("the table is not on the screen");
  expect(box.width).toBeCloseTo(box.height, 0);
  expect(box.width / columns, "squares for fingers").toBeGreaterThanOrEqual(least - 0.1);
  expect(box.y + box.height, "the board without scrolling").toBeLessThanOrEqual(height);
  expect(status.y + status.height, "the status without scrolling").toBeLessThanOrEqual(height);
  const king = await person.page.locator('.piece[data-army="ivory"][data-kind="king"]').boundingBox();
  expect((king?.y ?? 0) + 2 * (king?.height ?? 0)).toBeGreaterThan(box.y + box.height);
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the places of things on a ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.sitAtTurns();
    const box = async (/** @type {string} */ selector) => {
      const found = await anna.page.locator(selector).boundingBox();
      if (!found) throw new Error(`${selector} is not on the screen`);
      return found;
    };
    const [header, board, history] = [await box("header"), await box("game-board"), await box(".history")];
    const [above, below, turn] = [await box(".above .card"), await box(".lower .card"), await box(".turn")];
    expect(above.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(board.y, "the opponent above the board").toBeGreaterThanOrEqual(above.y + above.height);
    expect(below.y, "oneself below it").toBeGreaterThanOrEqual(board.y + board.height);
    expect(turn.y).toBeGreaterThanOrEqual(board.y + board.height);
    expect(turn.y + turn.height, "whose turn it is, without scrolling").toBeLessThanOrEqual(viewport.height);
    expect(Math.abs(board.width - board.height)).toBeLessThan(1);
    expect(board.width / 8, "squares for fingers").toBeGreaterThanOrEqual(44);
    const record = anna.page.locator(".record");
    if (viewport.width < 768) {
      expect(history.y).toBeGreaterThan(board.y + board.height);
      await expect(record).toBeHidden();
      await anna.play("click");
      await anna.page.getByText("History").click();
      await record.getByRole("button").last().scrollIntoViewIfNeeded();
      await expect(anna.board, "the board while the history is read").toBeInViewport({ ratio: 1 });
      await expect(record.getByRole("button").last()).toBeInViewport({ ratio: 1 });
    } else {
      expect(history.x).toBeGreaterThanOrEqual(board.x + board.width);
      expect(history.y).toBeLessThan(board.y + board.height);
      await expect(record).toBeVisible();
    }
    for (const button of await anna.page.locator("header button, header a, main .row button").all()) {
      if (!(await button.isVisible())) continue;
      const { height, width } = (await button.boundingBox()) ?? { height: 0, width: 0 };
      expect(Math.min(height, width)).toBeGreaterThanOrEqual(30);
    }
  });
}

test("a piece stands in the middle of its square, from either side, and is seen when focused", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  for (let side = 0; side < 2; side++) {
    const square = await anna.square("c1").boundingBox();
    const pieces = await anna.page
      .locator(".piece")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const there = pieces.filter(({ x, y }) => Math.hypot(x - (square?.x ?? 0), y - (square?.y ?? 0)) < 1.5);
    expect(there).toHaveLength(1);
    await anna.page.keyboard.press("f");
  }
  await anna.walkTo("c1");
  const { x, y } = await centre(anna.square("c1"));
  const above = await anna.page.evaluate(
    ([left, top]) => {
      for (const piece of document.querySelectorAll(".piece")) {
        if (piece instanceof HTMLElement) piece.style.pointerEvents = "auto";
      }
      return document.elementFromPoint(Number(left), Number(top))?.closest(".piece") !== null;
    },
    [x, y],
  );
  expect(above).toBe(true);
});
