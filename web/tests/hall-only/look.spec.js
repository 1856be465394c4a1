// Views that need the rules of a real hall, at three sizes, light and dark: geometry, barriers, and pictures to look at.

import { expect, SIZES, test } from "../hall.js";
import { inspect } from "../inspect.js";

/** @import { Square } from "../../wire" */

const PROMOTION = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
const CHECK = "rnb1kbnr/pppp1ppp/8/4p3/7q/5P2/PPPPP1PP/RNBQKBNR w KQkq - 1 3";

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`views of real games on a ${size}, ${colorScheme}`, async ({ guest }) => {
      test.slow();
      const looks = { viewport, colorScheme, reducedMotion: /** @type {const} */ ("reduce") };
      const anna = await guest("Anna", looks);
      const see = (/** @type {string} */ view, person = anna) => inspect(person, `${size}-${colorScheme}-real-${view}`);
      await anna.arrive();
      await anna.newGame({ game: "chess", mode: "machine", level: "easy", side: "white", clock: "5+3" });
      await see("chess");
      await anna.play("click", (choices) => choices.find(({ to }) => to === square("e4")));
      await anna.choices();
      await see("clock");
      await anna.newGame({ game: "chess", mode: "machine", side: "white", position: PROMOTION });
      await anna.click({ from: square("e7"), to: square("e8") });
      await expect(anna.dialog).toBeVisible();
      await see("promotion");
      const kinds = await anna.dialog
        .locator(".kind")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      expect(kinds).toHaveLength(4);
      expect(new Set(kinds.map(({ y }) => y)).size, "rows of pieces").toBe(1);
      await anna.page.keyboard.press("Escape");
      await anna.newGame({ game: "ransom", mode: "here", second: "Ben" });
      await see("ransom");
      for (let turn = 0; turn < 60 && !anna.frame?.choices.some(({ kind }) => kind.does === "upgrade"); turn++) {
        await anna.play(
          "click",
          (choices) => choices.find(({ captures }) => captures) ?? choices[(turn * 7) % choices.length],
        );
      }
      await see("upgrade");
      await anna.page.getByRole("button", { name: "First position" }).click();
      await expect(anna.page.getByRole("button", { name: "Back to live" })).toBeVisible();
      await see("past");

      await anna.newGame({ game: "chess", mode: "link", side: "white", position: CHECK });
      const address = new URL(anna.page.url()).hash;
      const ben = await guest("Maximilian the Great", looks);
      await ben.arrive(`/${address}`);
      await expect.poll(() => anna.frame?.seats.every(({ sitter }) => sitter.is !== "nobody")).toBe(true);
      await see("check");
      const eve = await guest("Eve", looks);
      await eve.arrive(`/${address}`);
      await see("spectator", eve);
      await anna.newGame({ game: "chess", mode: "link", side: "white" });
      const draw = new URL(anna.page.url()).hash;
      await ben.page.goto(`/${draw}`);
      await ben.seeBoard();
      await anna.play("click", (choices) => choices.find(({ to }) => to === square("e4")));
      await ben.page.getByRole("button", { name: "Offer draw" }).click();
      await expect(anna.page.getByRole("button", { name: "Accept" })).toBeInViewport({ ratio: 1 });
      await see("draw-offered");
      await see("draw-offering", ben);
      await anna.page.getByRole("button", { name: "Accept" }).click();
      await expect(anna.dialog).toContainText("Agreement.");
      await see("drawn");
      await anna.page.keyboard.press("Escape");
      await expect(anna.turn).toHaveText("Draw — agreement");
      await see("over");
      await eve.page.goto("/#lobby");
      await expect(eve.page.getByRole("heading", { name: "Lobby" })).toBeVisible();
      await see("lobby", eve);
      await eve.page.goto("/#zzzzzz");
      await expect(eve.page.getByRole("heading", { name: "No table here" })).toBeVisible();
      await see("no-table", eve);
    });
  }
}

/** @param {string} text */
function square(text) {
  return /** @type {Square} */ (text);
}
