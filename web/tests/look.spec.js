// Every view at three sizes, light and dark: geometry, barriers, and pictures to look at in results/pictures.

import { centre, expect, SIZES, test } from "./hall.js";
import { inspect } from "./inspect.js";

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`every view on a ${size}, ${colorScheme}`, async ({ guest }) => {
      test.slow();
      const anna = await guest("Anna", { viewport, colorScheme, reducedMotion: "reduce" });
      const see = (/** @type {string} */ view) => inspect(anna, `${size}-${colorScheme}-${view}`);
      await anna.page.goto("/");
      await anna.page.getByLabel("Display name").fill("Anna!");
      await see("welcome");
      await anna.arrive();
      await anna.newGame({ game: "ransom", mode: "machine", side: "white", clock: "5+3" });
      const [choice] = await anna.choices();
      await anna.square(choice?.from ?? "").click({ force: true });
      await see("selected");
      await anna.page.keyboard.press("Escape");
      await anna.play("keys");
      await expect.poll(() => anna.frame?.scene.ply).toBe(2);
      await see("table");
      await anna.page.mouse.move(viewport.width / 2, viewport.height / 2);
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
        await anna.page.getByRole("button", { name: String(button) }).click();
        await see(String(view));
        await anna.page.keyboard.press("Escape");
      }
      await anna.page.getByLabel("Mode", { exact: true }).selectOption("here");
      await anna.dialog.getByRole("button", { name: "Yes, start afresh" }).click();
      await expect(anna.dialog.getByLabel("Second player's name")).toBeVisible();
      await see("second-name");
      await anna.page.keyboard.press("Escape");
      await anna.page.getByRole("button", { name: "Export" }).click();
      await see("export");
      await anna.page.keyboard.press("Escape");
      await anna.page.getByRole("button", { name: "Resign" }).click();
      await anna.dialog.getByRole("button", { name: "Resign" }).click();
      await expect(anna.dialog).toContainText("wins");
      await see("end");
      await anna.dialog.getByRole("button", { name: "Review" }).click();
      await expect(anna.page.getByRole("button", { name: "Back to live" })).toBeVisible();
      await see("review");
      await anna.newGame({ game: "chess", mode: "link", side: "white" });
      await see("link");
      await anna.page.getByRole("link", { name: "Lobby" }).click();
      await expect(anna.page.getByRole("heading", { name: "Lobby" })).toBeVisible();
      await see("lobby");
    });
  }

  test(`the places of things on a ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.arrive();
    await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
    const box = async (/** @type {string} */ selector) => {
      const found = await anna.page.locator(selector).boundingBox();
      if (!found) throw new Error(`${selector} is not on the screen`);
      return found;
    };
    const [header, board, history, seats, turn] = [
      await box("header"),
      await box("game-board"),
      await box(".history"),
      await box(".cards"),
      await box(".turn"),
    ];
    expect(board.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(seats.y).toBeGreaterThanOrEqual(board.y + board.height);
    expect(turn.y).toBeGreaterThanOrEqual(board.y + board.height);
    expect(turn.y + turn.height, "whose turn it is, without scrolling").toBeLessThanOrEqual(viewport.height);
    expect(Math.abs(board.width - board.height)).toBeLessThan(1);
    expect(board.width / 8, "squares for fingers").toBeGreaterThanOrEqual(44);
    if (viewport.width < 768) {
      expect(history.y).toBeGreaterThan(board.y + board.height);
      await expect(anna.page.locator(".record")).toBeHidden();
      await anna.page.getByText("History").click();
      await expect(anna.page.locator(".record")).toBeVisible();
    } else {
      expect(history.x).toBeGreaterThanOrEqual(board.x + board.width);
      expect(history.y).toBeLessThan(board.y + board.height);
      await expect(anna.page.locator(".record")).toBeVisible();
    }
    for (const button of await anna.page.locator("header button, header a, main .row button").all()) {
      if (!(await button.isVisible())) continue;
      const { height, width } = (await button.boundingBox()) ?? { height: 0, width: 0 };
      expect(Math.min(height, width)).toBeGreaterThanOrEqual(30);
    }
  });
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`what matters now is in sight on a ${size}, without scrolling`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.arrive();
    const see = (/** @type {import("@playwright/test").Locator} */ what) => expect(what).toBeInViewport({ ratio: 1 });
    await anna.newGame({ game: "ransom", mode: "link", side: "white" });
    await see(anna.page.getByRole("button", { name: "Copy link" }));
    if (size !== "phone") await see(anna.turn);
    const bert = await guest("Bert", { viewport });
    await bert.arrive(`/${new URL(anna.page.url()).hash}`);
    await anna.play("click");
    await bert.choices();
    await anna.page.getByRole("button", { name: "Undo" }).click();
    await see(bert.page.getByRole("button", { name: "Accept" }));
    await expect(anna.page.locator(".offer")).toHaveText("You asked to take back.");
    await anna.newLiveGame({ speed: "standard", seats: ["you", "link"] });
    await see(anna.page.getByRole("button", { name: "Copy link" }));
    if (size !== "phone") await see(anna.page.getByRole("button", { name: "Ready" }));
    await anna.newLiveGame({ board: "four", seats: ["you", "level1", "level1", "level1"] });
    const cut = await anna.page.locator("header select").evaluateAll((lists) =>
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
    await anna.page.getByRole("button", { name: "Resign" }).click();
    await anna.dialog.getByRole("button", { name: "Resign" }).click();
    await anna.newLiveGame({ seats: ["you", "level1"] });
    await anna.seeRunning();
    await anna.page.getByRole("button", { name: "Resign" }).click();
    await anna.dialog.getByRole("button", { name: "Resign" }).click();
    await anna.review();
    if (size !== "phone") await see(anna.page.getByRole("button", { name: "Rematch" }));
  });
}

test("on a phone the board stays in sight while the history is read", async ({ guest }) => {
  const anna = await guest("Anna", { viewport: SIZES.phone });
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  await anna.play("click");
  await anna.page.getByText("History").click();
  await anna.page.locator(".record button").last().scrollIntoViewIfNeeded();
  await expect(anna.board).toBeInViewport({ ratio: 1 });
  await expect(anna.page.locator(".record button").last()).toBeInViewport({ ratio: 1 });
});

test("a piece stands in the middle of its square, from either side", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  for (let side = 0; side < 2; side++) {
    const [square, piece] = [
      await anna.square("c1").boundingBox(),
      await anna.page.locator(".piece").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON())),
    ];
    const there = piece.filter(({ x, y }) => Math.hypot(x - (square?.x ?? 0), y - (square?.y ?? 0)) < 1.5);
    expect(there).toHaveLength(1);
    await anna.page.keyboard.press("f");
  }
});

test("the piece on a focused square is seen", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
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
