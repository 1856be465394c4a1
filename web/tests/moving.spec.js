// Moving by mouse, touch and keys, what is marked, and what is refused.

import { expect, SIZES, test } from "./fixtures.js";
import { centre } from "./hands.js";
import { inspect } from "./inspect.js";

/** White has lost a knight and two bishops. */
const CAN_BUY_BACK = "p1nnnnp1/2bbbb2/1p6/8/4N3/7P/2BB4/PPN1N3 w 3/6 4 19 buyback";
const PAWN_CAN_PAY = "ppnn2pp/2bbbb2/8/8/8/P7/2BBBB2/1PNNNNPP w 2/0 0 9";
const PROMOTION = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";

for (const [how, size] of /** @type {const} */ ([
  ["drag", "desktop"],
  ["click", "phone"],
  ["keys", "tablet"],
  ["touch", "phone"],
  ["tap", "tablet"],
])) {
  test(`a move by ${how} on a ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport: SIZES[size], hasTouch: how === "touch" || how === "tap" });
    await anna.sitBriskly();
    const choice = await anna.play(how);
    const first = anna.page.locator(".record button").first();
    await expect(first).toHaveAttribute("aria-label", `Anna: ${choice?.label}`);
    await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThanOrEqual(2);
  });
}

test("what can be reached is marked, and a second press lets go", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  const choices = await anna.choices();
  const from = choices[0]?.from ?? "";
  await anna.square(from).click({ force: true });
  const goals = choices.filter((choice) => choice.from === from && choice.to !== from).map(({ to }) => to);
  const marked = anna.page.locator("[data-marks~=target], [data-marks~=capture]");
  await expect(marked).toHaveCount(new Set(goals).size);
  await expect(anna.square(from)).toHaveAttribute("aria-selected", "true");
  await expect(anna.square(goals[0] ?? "")).toHaveAttribute("aria-label", /can be reached/);
  await anna.square(from).click({ force: true });
  await expect(marked).toHaveCount(0);
  await anna.walkTo(from);
  await anna.page.keyboard.press("Enter");
  await expect(marked).toHaveCount(new Set(goals).size);
  await anna.page.keyboard.press("Escape");
  await expect(marked).toHaveCount(0);
  await expect(anna.square("c1")).toHaveAttribute("aria-label", "C1, white knight");
  await expect(anna.square("e4")).toHaveAttribute("aria-label", "E4, empty");
  // As the record of Ransom writes it.
  await expect(anna.square("c1")).toHaveAttribute("data-below", "C");
  await anna.walkTo("a4");
  await anna.page.keyboard.press("ArrowLeft");
  await expect(anna.square("a4")).toBeFocused();
});

test("a piece dropped where it stood stays selected", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  const [choice] = await anna.choices();
  const { x, y } = await centre(anna.square(choice?.from ?? ""));
  await anna.page.mouse.move(x, y);
  await anna.page.mouse.down();
  await anna.page.mouse.move(x + 60, y);
  await anna.page.mouse.move(x + 2, y + 2);
  await anna.page.mouse.up();
  await expect(anna.square(choice?.from ?? "")).toHaveAttribute("aria-selected", "true");
  expect(anna.frame?.scene.ply).toBe(0);
});

test("an illegal drop goes back with words that last two seconds, one beside the board without", async ({ guest }) => {
  const anna = await guest();
  await anna.page.clock.install();
  await anna.sitAtTurns("chess");
  await anna.choices();
  const places = () =>
    anna.page
      .locator(".piece")
      .evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).style.transform));
  const home = await places();
  const { x, y } = await centre(anna.square("g1"));
  await anna.page.mouse.move(x, y);
  await anna.page.mouse.down();
  await anna.page.mouse.move(3, 300, { steps: 3 });
  await anna.page.mouse.up();
  await expect.poll(places).toEqual(home);
  await expect(anna.tooltip).toBeHidden();
  await anna.page.clock.pauseAt(Date.now() + 600_000);
  await anna.drag({ from: "g1", to: "g5" });
  await expect(anna.tooltip).toBeVisible();
  await expect(anna.page.locator("#refused")).not.toBeEmpty();
  await anna.page.clock.runFor(1900);
  await expect(anna.tooltip).toBeVisible();
  expect(await places()).toEqual(home);
  await anna.page.clock.runFor(200);
  await expect(anna.tooltip).toBeHidden();
});

test("each refusal has its words", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("ransom", PAWN_CAN_PAY.replace("2/0", "1/0"));
  const refused = async (/** @type {string} */ words) => {
    await expect(anna.tooltip).toHaveText(words);
    await expect(anna.page.locator("#refused")).toHaveText(words);
  };
  await anna.drag({ from: "c1", to: "h8" });
  await refused("Invalid: illegal move for piece type");
  await anna.drag({ from: "c8", to: "d6" });
  await refused("Invalid: not your turn");
  for (const [square, words] of [
    ["a3", "Invalid: not enough points"],
    ["b1", "Invalid: pawn cannot be upgraded on row 1 or 8"],
    ["c1", "Invalid: only pawns can be upgraded"],
    ["e5", "Invalid: no piece there"],
  ]) {
    await anna.walkTo(String(square));
    await anna.page.keyboard.press("u");
    await refused(String(words));
  }
  expect(anna.frame?.scene.ply).toBe(0);
});

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a pawn that can pay has its button on a ${size}`, async ({ guest }) => {
    const anna = await guest("Anna", { viewport });
    await anna.sitHere("ransom", PAWN_CAN_PAY);
    const purse = anna.page.locator(".card[data-seat='0'] .purse");
    await expect(purse).toHaveText("Purse 2");
    const upgrade = anna.page.getByRole("button", { name: "Upgrade the pawn on A3", exact: true });
    await expect(upgrade).toHaveCount(1);
    await inspect(anna, `${size}-light-upgrade`);
    const { x, y } = await centre(anna.square("a3"));
    const covered = await anna.page.evaluate(
      ([left, top]) => document.elementFromPoint(Number(left), Number(top))?.closest("button") !== null,
      [x, y],
    );
    expect(covered, "the pawn can still be picked up").toBe(false);
    await upgrade.click();
    await expect(anna.page.locator('.piece[data-kind="open-queen"]')).toHaveCount(1);
    await expect(purse).toHaveText("Purse 0");
    await expect(upgrade).toHaveCount(0);
    await anna.page.locator(".steps").getByRole("button", { name: "First position" }).click();
    await expect(purse).toHaveText("Purse 2");
  });
}

test("a captured piece is bought back, by press and by keys", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("ransom", CAN_BUY_BACK);
  const purse = anna.page.locator(".card[data-seat='0'] .purse");
  const returns = anna.page.getByRole("button", { name: /^Buy a piece back/ });
  await expect(purse).toHaveText("Purse 3");
  await expect(returns).toHaveCount(4);
  const f1 = anna.page.getByRole("button", { name: "Buy a piece back to F1" });
  await f1.click();
  await expect(anna.dialog.locator(".kind")).toHaveCount(2);
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("dialog")).toHaveCount(0);
  expect(anna.frame?.scene.ply).toBe(0);
  await f1.focus();
  await anna.page.keyboard.press("Enter");
  await anna.dialog.getByRole("button", { name: "bishop" }).press("Enter");
  await expect(purse).toHaveText("Purse 1");
  const onF1 = () => anna.frame?.scene.pieces.find(({ square }) => square === "f1")?.kind;
  await expect.poll(onF1).toMatch(/bishop/);
  await expect(returns).toHaveCount(0);
});

test("a promotion is chosen, or cancelled", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess", PROMOTION);
  await anna.drag({ from: "e7", to: "e8" });
  await expect(anna.dialog.locator(".kind")).toHaveCount(4);
  await inspect(anna, "desktop-light-promotion");
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("dialog")).toHaveCount(0);
  expect(anna.frame?.scene.ply).toBe(0);
  // The release of the press that brought the dialog does not close it.
  await anna.square("e7").click({ force: true });
  await anna.square("e8").hover({ force: true });
  await anna.page.mouse.down();
  await expect(anna.dialog).toBeVisible();
  await anna.page.mouse.up();
  await anna.dialog.getByRole("button", { name: "rook" }).click();
  await expect(anna.page.locator('.piece[data-kind="rook"]')).toHaveCount(1);
});

test("a king in check is marked and announced; a capture is counted", async ({ guest }) => {
  const anna = await guest();
  await anna.sitHere("chess", "4k3/8/8/8/8/4n3/8/3QK3 w - - 0 1");
  await anna.click({ from: "d1", to: "d7" });
  await expect(anna.page.locator("[data-marks~=check]")).toHaveAttribute("aria-label", /e8, black king, in check/);
  await expect(anna.page.locator("#spoken")).toContainText("check");
  await inspect(anna, "desktop-light-check");
  await anna.click({ from: "e8", to: "d7" });
  await expect(anna.page.locator(".card[data-seat='1'] .captured .figure")).toHaveCount(1);
  await expect(anna.page.locator(".card[data-seat='1'] .lead")).toHaveText("+3");
  await expect(anna.page.locator(".piece:not(.taken)")).toHaveCount(3);
});

test("a move can be typed", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns();
  const [choice] = await anna.choices();
  await anna.page.keyboard.press("t");
  const field = anna.page.getByLabel("Type a move");
  await expect(field).toBeFocused();
  await field.press("Enter");
  await field.fill("z9z9");
  await field.press("Enter");
  await expect(anna.tooltip).toBeVisible();
  await field.fill(choice?.code ?? "");
  await field.press("Enter");
  await expect(anna.page.locator(".record button").first()).toHaveAttribute("aria-label", `Anna: ${choice?.label}`);
  await expect(field).toHaveValue("");
});

test("with reduced motion nothing slides", async ({ guest }) => {
  const anna = await guest("Anna", { reducedMotion: "reduce" });
  await anna.sitAtTurns();
  await expect(anna.page.locator("html")).toHaveAttribute("data-motion", "off");
  await anna.page.evaluate(() => {
    Element.prototype.animate = () => {
      throw new Error("something slides");
    };
  });
  await anna.play("click");
  await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThanOrEqual(2);
});

test("a touch that the system takes away puts the piece back", async ({ guest }) => {
  const anna = await guest("Anna", { viewport: SIZES.phone, hasTouch: true });
  await anna.sitAtTurns();
  const places = () => anna.page.locator(".piece").evaluateAll((all) => all.map((one) => one.style.transform).join());
  const home = await places();
  const point = await centre(anna.square("c1"));
  const devtools = await anna.page.context().newCDPSession(anna.page);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  const moved = { x: point.x + 60, y: point.y };
  await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [moved] });
  await expect(anna.page.locator(".dragged")).toHaveCount(1);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
  await expect(anna.page.locator(".dragged")).toHaveCount(0);
  expect(await places()).toBe(home);
});
