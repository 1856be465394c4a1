// Games that leave the hall as PGN; whoever runs these tests lets python-chess read what they wrote.

import { expect, test } from "../hall.js";

const GAME = "e4 d5 exd5 c6 dxc6 e5 cxb7 Nf6 bxa8=N Be7 Nf3 O-O Be2 Re8 O-O Bb7 Nc3 Bxf3 Bxf3 e4".split(" ");

for (const end of /** @type {const} */ (["open", "resigned", "drawn"])) {
  test(`a game that is ${end} becomes a file`, async ({ guest }) => {
    const anna = await guest();
    await anna.arrive();
    await anna.newGame({ game: "chess", mode: "here", second: "Ben" });
    for (const [ply, move] of GAME.entries()) {
      await anna.page.getByLabel("Type a move").fill(move);
      await anna.page.keyboard.press("Enter");
      await expect.poll(() => anna.frame?.scene.ply).toBe(ply + 1);
    }
    if (end === "resigned") {
      await anna.page.getByRole("button", { name: "Resign" }).click();
      await anna.dialog.getByRole("button", { name: "Resign" }).click();
    }
    if (end === "drawn") {
      await anna.page.getByRole("button", { name: "Offer draw" }).click();
      await anna.page.getByRole("button", { name: "Accept" }).click();
    }
    if (end !== "open") {
      await expect.poll(() => anna.frame?.end != null).toBe(true);
      await anna.page.keyboard.press("Escape");
    }
    await anna.page.getByRole("button", { name: "Export" }).click();
    const download = anna.page.waitForEvent("download");
    await anna.page.getByRole("button", { name: "PGN", exact: true }).click();
    await (await download).saveAs(`tests/results/exports/${end}.pgn`);
  });
}
