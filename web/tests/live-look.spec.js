// Every view of a game without turns at three sizes, light and dark: geometry, barriers, and pictures to look at.

import { expect, SIZES, test } from "./hall.js";
import { inspect } from "./inspect.js";

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`every view without turns on a ${size}, ${colorScheme}`, async ({ guest }) => {
      test.slow();
      const anna = await guest("Anna", { viewport, colorScheme });
      const see = (/** @type {string} */ view) => inspect(anna, `${size}-${colorScheme}-live-${view}`);
      await anna.arrive();
      await anna.page.getByRole("button", { name: "New game" }).first().click();
      await anna.page.locator("#new-game").selectOption("kungfu");
      await anna.page.locator("#new-board").selectOption("four");
      await see("new-game");
      await anna.page.keyboard.press("Escape");
      await anna.newLiveGame({ speed: "standard", seats: ["you", "link"] });
      await see("room");
      await anna.newLiveGame({ speed: "standard", seats: ["you", "level1"] });
      await anna.seeRunning();
      // A knight: no piece of the bot's can be in its way.
      await anna.click({ from: "g1", to: "f3" });
      const rests = () => anna.army("own").some(({ place }) => place.is === "standing" && place.square === "f3");
      await expect.poll(rests, { timeout: 60_000 }).toBe(true);
      await anna.click({ from: "f3", to: "g5" });
      await anna.square("b1").click({ force: true });
      await expect(anna.page.locator("[data-marks~=target]").first()).toBeVisible();
      await anna.page.getByRole("button", { name: "Pause" }).click();
      await expect(anna.turn).toHaveText("Paused");
      await see("paused");
      await anna.newLiveGame({ board: "four", speed: "standard", seats: ["you", "level1", "level1", "level1"] });
      await anna.seeRunning();
      await see("cross");
      await anna.page.getByRole("button", { name: "Resign" }).click();
      await see("resign");
      await anna.page.keyboard.press("Escape");
      await anna.newLiveGame({ seats: ["you", "level1"] });
      await anna.seeRunning();
      await anna.page.getByRole("button", { name: "Resign" }).click();
      await anna.dialog.getByRole("button", { name: "Resign" }).click();
      await expect(anna.dialog).toContainText("wins");
      await see("end");
      await anna.review();
      await see("replay");
      await anna.page.getByRole("link", { name: "Lobby" }).click();
      await expect(anna.page.getByLabel("Show")).toBeVisible();
      await see("lobby");
    });
  }

  test(`geometry without turns on a ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.arrive();
    for (const board of /** @type {const} */ (["standard", "four"])) {
      const bots = board === "four" ? ["level1", "level1", "level1"] : ["level1"];
      await anna.newLiveGame({ board, speed: "standard", seats: ["you", ...bots] });
      await anna.seeRunning();
      const box = await anna.board.boundingBox();
      const status = await anna.turn.boundingBox();
      const [columns, least] = board === "four" ? [12, 30] : [8, 44];
      expect(box?.width).toBeCloseTo(box?.height ?? 0, 0);
      expect((box?.width ?? 0) / columns, "squares for fingers").toBeGreaterThanOrEqual(least - 0.1);
      expect((box?.y ?? 0) + (box?.height ?? 0), "the board without scrolling").toBeLessThanOrEqual(viewport.height);
      expect((status?.y ?? 0) + (status?.height ?? 0), "the state without scrolling").toBeLessThanOrEqual(
        viewport.height,
      );
      // The own army sits at the lower edge, wherever the hall has put it.
      const below = await anna.page.locator('.piece[data-army="ivory"][data-shape="king"]').boundingBox();
      expect((below?.y ?? 0) + 2 * (below?.height ?? 0)).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
    }
  });
}
