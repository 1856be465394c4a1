// What can be distinguished on the board, measured from pixels: in every look and colour scheme, and in high contrast.

import { expect, test } from "./fixtures.js";
import { contrast, Picture, SHARP } from "./pixels.js";

/** @import { Person } from "./person.js" */

/** White's pawn on d4 reaches d5 and takes on c5; the black queen stands on a dark square, the white king as well. */
const POSITION = "3qk3/8/8/2p5/3P4/8/8/R3K3 w - - 0 1";
const VIEWPORT = { width: 800, height: 800 };

/** What is seen of the squares of a board now. @param {Person} person */
async function look(person) {
  await person.page.mouse.move(2, 2);
  const picture = await Picture.of(person.page);
  /** @param {string} square */
  const box = async (square) => {
    const found = await person.square(square).boundingBox();
    if (!found) throw new Error(`${square} is not on the screen`);
    return found;
  };
  /** The colour at a place of a square, from 0 to 1. @param {string} square @param {number} across @param {number} down */
  const at = async (square, across, down) => {
    const { x, y, width, height } = await box(square);
    return picture.at(x + width * across, y + height * down);
  };
  return {
    at,
    close: () => picture.close(),
    /** A dot in the middle. @param {string} square */
    dot: async (square) => contrast(await at(square, 0.5, 0.5), await at(square, 0.25, 0.12)),
    /** A ring around what can be captured. @param {string} square */
    ring: async (square) => contrast(await at(square, 0.955, 0.5), await at(square, 0.04, 0.04)),
    /** The darkest lines of a piece. @param {string} square */
    lines: async (square) => contrast(await picture.darkest(await box(square)), await at(square, 0.94, 0.06)),
    /** The number in the upper left corner. @param {string} square */
    number: async (square) => {
      const { x, y } = await box(square);
      return contrast(await picture.darkest({ x, y, width: 12, height: 18 }), await at(square, 0.94, 0.06));
    },
  };
}

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  for (const board of ["sage", "walnut", "slate"])
    test(`marks, coordinates and pieces on ${board} squares, ${colorScheme}`, async ({ guest }) => {
      const anna = await guest("Anna", { colorScheme, viewport: VIEWPORT, ...SHARP });
      await anna.page.addInitScript((look) => localStorage.setItem("settings", JSON.stringify({ board: look })), board);
      await anna.sitHere("chess", POSITION);
      await anna.square("d4").click({ force: true });
      const pawn = await look(anna);
      for (const square of ["d8", "e1"]) expect(await pawn.lines(square), square).toBeGreaterThanOrEqual(3);
      for (const square of ["a7", "a8"]) expect(await pawn.number(square), square).toBeGreaterThanOrEqual(4.5);
      expect(await pawn.dot("d5"), "a dot on a light square").toBeGreaterThanOrEqual(3);
      expect(await pawn.ring("c5"), "a ring on a dark square").toBeGreaterThanOrEqual(3);
      await pawn.close();
      await anna.square("e1").click({ force: true });
      const king = await look(anna);
      expect(await king.dot("d2"), "a dot on a dark square").toBeGreaterThanOrEqual(3);
      await king.close();
    });

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`the board in high contrast, ${colorScheme}`, async ({ guest }) => {
    const anna = await guest("Anna", { colorScheme, forcedColors: "active", viewport: VIEWPORT, ...SHARP });
    await anna.sitHere("chess", POSITION);
    await anna.square("e1").click({ force: true });
    const seen = await look(anna);
    const [light, dark] = [await seen.at("d5", 0.5, 0.25), await seen.at("e5", 0.5, 0.25)];
    expect(contrast(light, dark), "light and dark squares").toBeGreaterThan(1.5);
    const [white, black] = [await seen.at("a1", 0.5, 0.6), await seen.at("d8", 0.5, 0.6)];
    expect(contrast(white, black), "white and black pieces").toBeGreaterThan(3);
    expect(await seen.dot("d2"), "where the king can go").toBeGreaterThanOrEqual(3);
    await seen.close();
    const outlines = await anna.page
      .locator(".seats .card")
      .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).outlineStyle));
    expect(new Set(outlines).size, "whose turn it is stands out").toBe(2);
    await anna.page.keyboard.press("Escape");
    await anna.play("click", (choices) => choices.find(({ captures }) => captures));
    const colours = await anna.page.locator(".captured .lead").evaluate((lead) => {
      const { color, backgroundColor } = getComputedStyle(lead);
      return [color, backgroundColor].map((colour) => (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number));
    });
    const [words, ground] = /** @type {[[number, number, number], [number, number, number]]} */ (colours);
    expect(contrast(words, ground), "the lead in captured pieces").toBeGreaterThanOrEqual(4.5);
  });
