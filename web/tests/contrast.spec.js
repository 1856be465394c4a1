// What can be told apart on the board, measured from pixels: in every look and colour scheme, and in high contrast.

import { expect, test } from "./fixtures.js";
import { contrast, Pixels, SHARP } from "./pixels.js";

/** @import { Person } from "./person.js" */

/** White's pawn on d4 reaches d5 and takes on c5; the black queen stands on a dark square, the white king as well. */
const POSITION = "3qk3/8/8/2p5/3P4/8/8/R3K3 w - - 0 1";

/**
 * The picture of a square, with its size.
 * @param {Person} person
 * @param {string} square
 */
async function seen(person, square) {
  const box = await person.square(square).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  return { pixels: await Pixels.of(person.page, box), size: box.width };
}

/** The contrast of a dot in the middle of a square. @param {Person} person @param {string} square */
async function dot(person, square) {
  const { pixels, size } = await seen(person, square);
  return contrast(pixels.at(size / 2, size / 2), pixels.at(size / 4, size / 8));
}

/** The contrast of a ring around what can be captured. @param {Person} person @param {string} square */
async function ring(person, square) {
  const { pixels, size } = await seen(person, square);
  return contrast(pixels.at(size * 0.955, size / 2), pixels.at(size * 0.04, size * 0.04));
}

/** The contrast of the darkest lines on a square. @param {Person} person @param {string} square */
async function lines(person, square) {
  const { pixels, size } = await seen(person, square);
  return contrast(pixels.darkest, pixels.at(size * 0.94, size * 0.06));
}

/** The contrast of the number in the upper left corner. @param {Person} person @param {string} square */
async function number(person, square) {
  const box = await person.square(square).boundingBox();
  const corner = await Pixels.of(person.page, { x: box?.x ?? 0, y: box?.y ?? 0, width: 12, height: 18 });
  return contrast(corner.darkest, corner.at(11, 17));
}

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  for (const board of ["sage", "walnut", "slate"])
    test(`marks, coordinates and pieces on ${board} squares, ${colorScheme}`, async ({ guest }) => {
      const anna = await guest("Anna", { colorScheme, ...SHARP });
      await anna.page.addInitScript((look) => localStorage.setItem("settings", JSON.stringify({ board: look })), board);
      await anna.sitHere("chess", POSITION);
      for (const square of ["d8", "e1"]) expect(await lines(anna, square), square).toBeGreaterThanOrEqual(3);
      for (const square of ["a7", "a8"]) expect(await number(anna, square), square).toBeGreaterThanOrEqual(4.5);
      await anna.square("d4").click({ force: true });
      await anna.page.mouse.move(2, 2);
      expect(await dot(anna, "d5"), "a dot on a light square").toBeGreaterThanOrEqual(3);
      expect(await ring(anna, "c5"), "a ring on a dark square").toBeGreaterThanOrEqual(3);
      await anna.square("e1").click({ force: true });
      await anna.page.mouse.move(2, 2);
      expect(await dot(anna, "d2"), "a dot on a dark square").toBeGreaterThanOrEqual(3);
    });

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`the board in high contrast, ${colorScheme}`, async ({ guest }) => {
    const anna = await guest("Anna", { colorScheme, forcedColors: "active", ...SHARP });
    await anna.sitHere("chess", POSITION);
    const [light, dark] = [await seen(anna, "d5"), await seen(anna, "e5")];
    const middle = (/** @type {typeof light} */ { pixels, size }) => pixels.at(size / 2, size / 4);
    expect(contrast(middle(light), middle(dark)), "light and dark squares").toBeGreaterThan(1.5);
    const [white, black] = [await seen(anna, "a1"), await seen(anna, "d8")];
    const body = (/** @type {typeof light} */ { pixels, size }) => pixels.at(size / 2, size * 0.6);
    expect(contrast(body(white), body(black)), "white and black pieces").toBeGreaterThan(3);
    await anna.square("e1").click({ force: true });
    await anna.page.mouse.move(2, 2);
    expect(await dot(anna, "d2")).toBeGreaterThanOrEqual(3);
    const outlines = await anna.page
      .locator(".seats .card")
      .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).outlineStyle));
    expect(new Set(outlines).size, "whose turn it is stands out").toBe(2);
  });
