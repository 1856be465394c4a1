// What only the stub can be asked for: refusals by their exact words, upgrades, promotions, checks, odd boards.

import { centre, expect, SIZES, test } from "../hall.js";
import { inspect } from "../inspect.js";

/** @import { Person } from "../hall.js" */

const POSITION = "Pa3 Pb1 Nd4 Bc2 Bh1 Re1 nd5 pf7 pg7 ph7 pa7 | w | 2 1";

/**
 * @param {(name?: string, options?: object) => Promise<Person>} guest
 * @param {string} position
 * @param {object} [options]
 */
async function at(guest, position, options) {
  const anna = await guest("Anna", options);
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "here", second: "Bert", position });
  return anna;
}

/**
 * The words of a refusal, as tooltip and read out.
 * @param {Person} person
 * @param {string} words
 */
async function refused(person, words) {
  await expect(person.tooltip).toHaveText(words);
  await expect(person.page.locator("#refused")).toHaveText(words);
}

test("each refusal has its words", async ({ guest }) => {
  const anna = await at(guest, POSITION.replace("| 2 1", "| 1 1"));
  const press = async (/** @type {string} */ from, /** @type {string} */ to) => {
    await anna.square(from).click({ force: true });
    await anna.square(to).click({ force: true });
  };
  await press("d4", "h8");
  await refused(anna, "Invalid: illegal move for piece type");
  await anna.drag({ from: "d4", to: "c2" });
  await refused(anna, "Invalid: blocked");
  await press("d5", "d6");
  await refused(anna, "Invalid: not your turn");
  for (const [square, words] of [
    ["a3", "Invalid: not enough points"],
    ["b1", "Invalid: pawn cannot be upgraded on row 1 or 8"],
    ["d4", "Invalid: only pawns can be upgraded"],
    ["e5", "Invalid: no piece there"],
  ]) {
    await anna.walkTo(String(square));
    await anna.page.keyboard.press("u");
    await refused(anna, String(words));
  }
  expect(anna.frame?.scene.ply).toBe(0);
  await anna.page.getByRole("button", { name: "Resign" }).click();
  await anna.dialog.getByRole("button", { name: "Resign" }).click();
  await expect(anna.dialog).toContainText("Bert wins");
});

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a pawn that can pay has its button on a ${size}`, async ({ guest }) => {
    const anna = await at(guest, POSITION, { viewport });
    await expect(anna.page.locator(".card[data-seat='0'] .purse")).toHaveText("Purse 2");
    const upgrade = anna.page.getByRole("button", { name: /^Upgrade/ });
    await expect(upgrade).toHaveCount(1);
    await inspect(anna, `${size}-light-upgrade`);
    const { x, y } = await centre(anna.square("a3"));
    const covered = await anna.page.evaluate(
      ([left, top]) => document.elementFromPoint(Number(left), Number(top))?.closest("button") !== null,
      [x, y],
    );
    expect(covered, "the pawn can still be picked up").toBe(false);
    await upgrade.click();
    await expect(anna.page.locator('.piece[data-shape="open-queen"]')).toHaveCount(1);
    await expect(anna.page.locator(".card[data-seat='0'] .purse")).toHaveText("Purse 0");
    await expect(anna.page.locator(".record button")).toHaveText(["Anna: Pawn A3 upgraded"], { useInnerText: false });
    await expect(upgrade).toHaveCount(0);
    await anna.square("d5").click({ force: true });
    await anna.square("d4").click({ force: true });
    await anna.page.locator(".steps").getByRole("button", { name: "First position" }).click();
    await expect(anna.page.locator(".card[data-seat='0'] .purse")).toHaveText("Purse 2");
  });
}

test("a promotion is chosen, or thought better of", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.arrive();
  await anna.newGame({
    game: "chess",
    mode: "here",
    second: "Bert",
    position: "Pb6 Kd1 Pa2 Pe2 kd3 pf6 pe6 | w | 0 0",
  });
  await anna.drag({ from: "b6", to: "b7" });
  await expect(anna.dialog.getByRole("button")).toHaveText(["", "", "", "Cancel"]);
  await inspect(anna, "desktop-light-promotion");
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("dialog")).toHaveCount(0);
  expect(anna.frame?.scene.ply).toBe(0);
  await anna.click({ from: "b6", to: "b7" });
  await anna.dialog.getByRole("button", { name: "Cancel" }).click();
  await anna.square("b6").click({ force: true });
  await anna.square("b7").hover({ force: true });
  await anna.page.mouse.down();
  await expect(anna.dialog).toBeVisible();
  await anna.page.mouse.up();
  await anna.dialog.getByRole("button", { name: "rook" }).click();
  await expect(anna.page.locator('.piece[data-shape="rook"]')).toHaveCount(1);
});

test("a king in check is marked and told", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.arrive();
  await anna.newGame({
    game: "chess",
    mode: "here",
    second: "Bert",
    position: "Kb1 Pa2 Pe2 Pf2 Nc4 kd6 pf6 pe6 pb6 | w | 0 0",
  });
  await anna.click({ from: "c4", to: "c5" });
  await expect(anna.page.locator("[data-marks~=check]")).toHaveAttribute("aria-label", /d6, black king, in check/);
  await expect(anna.page.locator("#spoken")).toContainText("check");
  await inspect(anna, "desktop-light-check");
});

test("arrows go across holes, and stop at the edge", async ({ guest }) => {
  const anna = await guest("Anna");
  await anna.arrive();
  await anna.newGame({ game: "chess", mode: "machine", side: "white" });
  await anna.square("a5").focus();
  await anna.walkTo("a5");
  await anna.page.keyboard.press("ArrowDown");
  await expect(anna.square("a3")).toBeFocused();
  await anna.page.keyboard.press("ArrowLeft");
  await expect(anna.square("a3")).toBeFocused();
  await anna.page.keyboard.press("Control+ArrowRight");
  await expect(anna.square("a3")).toBeFocused();
});

test("a captured piece is counted, and a lead told", async ({ guest }) => {
  const anna = await at(guest, POSITION);
  await anna.click({ from: "d4", to: "d5" });
  await expect(anna.page.locator(".card[data-seat='0'] .captured .figure")).toHaveCount(1);
  await expect(anna.page.locator(".card[data-seat='0'] .lead")).toHaveText("+3");
  await expect(anna.page.locator(".card[data-seat='0'] .purse")).toHaveText("Purse 3");
  await expect(anna.page.locator(".piece")).toHaveCount(10);
});

test("a touch that the system takes away puts the piece back", async ({ guest }) => {
  const anna = await at(guest, POSITION, { viewport: SIZES.phone, hasTouch: true });
  const box = await anna.square("d4").boundingBox();
  if (!box) throw new Error("no square");
  const home = await anna.page
    .locator(".piece")
    .nth(2)
    .evaluate((body) => body.style.transform);
  const devtools = await anna.page.context().newCDPSession(anna.page);
  const point = { x: box.x + 20, y: box.y + 20 };
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await devtools.send("Input.dispatchTouchEvent", {
    type: "touchMove",
    touchPoints: [{ x: point.x + 60, y: point.y }],
  });
  await expect(anna.page.locator(".dragged")).toHaveCount(1);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
  await expect(anna.page.locator(".dragged")).toHaveCount(0);
  expect(
    await anna.page
      .locator(".piece")
      .nth(2)
      .evaluate((body) => body.style.transform),
  ).toBe(home);
});

test("a board of any form can be turned by quarters", async ({ guest }) => {
  const { page } = await guest();
  await page.goto("/");
  const faults = await page.evaluate(async () => {
    const address = "/modules/board/geometry.js";
    const { Geometry } = await import(address);
    const board = { width: 5, height: 3, holes: ["b2"] };
    const wrong = [];
    for (const turns of [0, 1, 2, 3, -1]) {
      const geometry = new Geometry(board, turns);
      const squares = [...geometry.screen()].flat();
      if (new Set(squares).size !== 15) wrong.push(`${turns}: squares`);
      if (squares.some((square) => geometry.square(geometry.cell(square)) !== square)) wrong.push(`${turns}: back`);
      if (geometry.has("b2") || !geometry.has("e3") || geometry.has("f1")) wrong.push(`${turns}: holes`);
      if (geometry.has(geometry.at(1.2, 0.5))) wrong.push(`${turns}: outside`);
    }
    const [row] = new Geometry(board, 1).screen();
    return [...wrong, ...(row.join() === "a1,a2,a3" ? [] : [row.join()])];
  });
  expect(faults).toEqual([]);
});
