// The cross: players see their own army below, with squares named as on other boards; a player who is out only watches.

import { expect, test } from "./fixtures.js";

/** @import { LiveView } from "../wire" */
/** @import { Person } from "./person.js" */

/** Takes a seat of the cross against bots. @param {Person} person @param {number} seat */
async function sitOnCross(person, seat) {
  const seats = Array.from({ length: 4 }, (_, at) => (at === seat ? "you" : "level1"));
  await person.sitLive({ board: "four", speed: "lightning", seats });
  await person.start();
}

for (const [seat, side] of ["ivory", "ink", "vermilion", "cobalt"].entries())
  test(`squares have the names that ${side} sees, on the board, in speech, when typed and in refusals`, async ({
    guest,
    driven,
  }) => {
    const anna = await guest("Anna", { server: driven });
    await sitOnCross(anna, seat);
    const named = (/** @type {string} */ name) => anna.page.locator(`.square[aria-label^="${name}, "]`);
    for (const [name, piece] of [
      ["f2", "pawn"],
      ["c1", "rook"],
      ["j1", "rook"],
    ])
      await expect(named(String(name))).toHaveAttribute("aria-label", `${name}, ${side} ${piece}`);
    // Letters run from left to right below, numbers upwards at the left.
    await expect(named("f1")).toHaveAttribute("data-below", "f");
    await expect(named("c2")).toHaveAttribute("data-left", "2");
    const [left, right] = [await named("f1").boundingBox(), await named("g1").boundingBox()];
    expect(right?.x ?? 0, "g is to the right of f").toBeGreaterThan(left?.x ?? 0);
    const field = anna.page.getByLabel("Type a move");
    const example = "f2f4";
    await expect(field).toHaveAttribute("placeholder", `Type a move: ${example}`);
    await field.fill("f5f6");
    await field.press("Enter");
    await expect(anna.tooltip).toContainText("f5");
    await field.fill(example);
    await field.press("Enter");
    await expect.poll(() => anna.army("own").some(({ place }) => place.is === "moving")).toBe(true);
    await expect(named("f4")).toHaveAttribute("data-marks", "goal");
  });

test("on a board for two the example is a move of one's own pawn", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await anna.sitLive({ seats: ["level1", "you"] });
  await anna.start();
  const field = anna.page.getByLabel("Type a move");
  await expect(field).toHaveAttribute("placeholder", "Type a move: e7e5");
});

test("who is out sees what happens and can neither resign nor offer a draw", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await sitOnCross(anna, 0);
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.page.locator(".card[data-seat='0']")).toContainText("out");
  for (const name of ["Resign", "Offer draw"]) await expect(anna.page.getByRole("button", { name })).toBeDisabled();
  await expect(anna.page.locator(".events")).toContainText("Anna is out");
  expect(anna.now.end).toBeNull();
});

test("a piece of another player is not drawn beyond the edge of the cross", async ({ guest, driven }) => {
  const anna = await guest("Anna", { server: driven });
  await sitOnCross(anna, 0);
  if (!anna.live) throw new Error("no table");
  // Along the eleventh rank towards a corner that is missing, and up the third file, to the edge.
  const ends = await anna.page.evaluate(endsOfMoves, {
    view: anna.live,
    from: "e11",
    steps: [
      [-1, 0],
      [0, 1],
      [-1, 1],
    ],
  });
  expect(ends).toEqual([
    [2, 10],
    [4, 11],
    [3, 11],
  ]);
});

/**
 * In the page: where pieces whose destinations are unknown are drawn at the latest.
 * @param {{view: LiveView, from: string, steps: number[][]}} what
 */
async function endsOfMoves({ view, from, steps }) {
  const main = document.querySelector("script[src$='main.js']")?.getAttribute("src") ?? "";
  const { shownPieces } = await import(new URL(main.replace("main.js", "live/shown-pieces.js"), document.baseURI).href);
  const pieces = steps.map((step, id) => {
    const place = { is: "moving", from, since: 0, step, ticks: 30, to: null };
    return { id, army: "cobalt", kind: "queen", place };
  });
  const ticks = { span: () => ({ began: 0, lasts: 1, stood: null }) };
  const shown = shownPieces({ pieces, view, ticks, flights: null, sent: new Map() });
  return shown.map((/** @type {{glide: {to: number[]}}} */ { glide }) => glide.to);
}
