// Moving by every hand at every size; the choices come from the server, whoever it is.

import { expect, SIZES, test } from "./hall.js";

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const how of /** @type {const} */ (["drag", "click", "keys", "touch", "tap"])) {
    test(`a turn by ${how} on a ${size}`, async ({ guest }) => {
      const anna = await guest("Anna", { viewport, hasTouch: how === "touch" || how === "tap" });
      await anna.arrive();
      await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
      const choice = await anna.play(how);
      await expect(anna.page.locator(".record button").first()).toHaveText(`Anna: ${choice?.label}`, {
        useInnerText: false,
      });
      await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThanOrEqual(2);
    });
  }
}

test("what can be reached is marked, and a second press lets go", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  const choices = await anna.choices();
  const from = choices[0]?.from ?? "";
  await anna.square(from).click({ force: true });
  const wanted = choices.filter((choice) => choice.from === from && choice.to !== from).map(({ to }) => to);
  const marked = anna.page.locator("[data-marks~=target], [data-marks~=capture]");
  await expect(marked).toHaveCount(new Set(wanted).size);
  await expect(anna.square(from)).toHaveAttribute("aria-selected", "true");
  await expect(anna.square(wanted[0] ?? "")).toHaveAttribute("aria-label", /can be reached/);
  await anna.square(from).click({ force: true });
  await expect(marked).toHaveCount(0);
  await anna.walkTo(from);
  await anna.page.keyboard.press("Enter");
  await expect(marked).toHaveCount(new Set(wanted).size);
  await anna.page.keyboard.press("Escape");
  await expect(marked).toHaveCount(0);
});

test("a piece dropped where it stood stays selected", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  const [choice] = await anna.choices();
  if (!choice) throw new Error("there is no choice");
  const box = await anna.square(choice.from).boundingBox();
  if (!box) throw new Error("no square");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await anna.page.mouse.move(x, y);
  await anna.page.mouse.down();
  await anna.page.mouse.move(x + box.width, y);
  await anna.page.mouse.move(x + 2, y + 2);
  await anna.page.mouse.up();
  await expect(anna.square(choice.from)).toHaveAttribute("aria-selected", "true");
  expect(anna.frame?.scene.ply).toBe(0);
});

test("a piece taken off the board goes back with words that last two seconds", async ({ guest }) => {
  const anna = await guest();
  await anna.page.clock.install();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  const [choice] = await anna.choices();
  if (!choice) throw new Error("there is no choice");
  const piece = anna.page.locator(".piece", { has: anna.page.locator("use") }).first();
  const home = await piece.evaluate((body) => body.style.transform);
  const box = await anna.square(choice.from).boundingBox();
  if (!box) throw new Error("no square");
  await anna.page.mouse.move(box.x + 9, box.y + 9);
  await anna.page.mouse.down();
  await anna.page.mouse.move(3, 300, { steps: 3 });
  await anna.page.clock.pauseAt(Date.now() + 600_000);
  await anna.page.mouse.up();
  await expect(anna.tooltip).toHaveText("Invalid: out of bounds");
  await expect(anna.page.locator("#refused")).toHaveText("Invalid: out of bounds");
  await expect(anna.tooltip).toBeVisible();
  expect(await piece.evaluate((body) => body.style.transform)).toBe(home);
  await anna.page.clock.runFor(1900);
  await expect(anna.tooltip).toBeVisible();
  await anna.page.clock.runFor(200);
  await expect(anna.tooltip).toBeHidden();
});

test("a move can be typed", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
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
  await expect(anna.page.locator(".record button").first()).toHaveText(`Anna: ${choice?.label}`);
  await expect(field).toHaveValue("");
});

test("with reduced motion nothing slides", async ({ guest }) => {
  const anna = await guest("Anna", { reducedMotion: "reduce" });
  await anna.arrive();
  await expect(anna.page.locator("html")).toHaveAttribute("data-motion", "off");
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  await anna.page.evaluate(() => {
    Element.prototype.animate = () => {
      throw new Error("something slides");
    };
  });
  await anna.play("click");
  await expect.poll(() => anna.frame?.scene.ply).toBeGreaterThanOrEqual(2);
});

test("squares speak", async ({ guest }) => {
  const anna = await guest();
  await anna.arrive();
  await anna.newGame({ game: "ransom", mode: "machine", side: "white" });
  await expect(anna.page.getByRole("grid", { name: "Board" })).toBeVisible();
  await expect(anna.square("c1")).toHaveAttribute("aria-label", "c1, white knight");
  await expect(anna.square("e4")).toHaveAttribute("aria-label", "e4, empty");
});
