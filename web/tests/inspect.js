// What must be true of every view, whatever it shows.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "@playwright/test";

/** @import { Person } from "./person.js" */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Takes a picture; finds nothing that scrolls sideways, no barrier and no small print.
 * @param {Person} person
 * @param {string} picture
 */
export async function inspect({ page }, picture) {
  await page.screenshot({ path: `tests/results/pictures/${picture}.png` });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), "sideways").toBeLessThanOrEqual(
    0,
  );
  // Evaluated over the debugger, which the page's content security policy does not bind.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await Reflect.get(window, "axe").run(document);
    return violations.map(
      (/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(" ")}`,
    );
  });
  expect(found).toEqual([]);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((one) => one.checkVisibility() && one.children.length === 0 && one.textContent?.trim())
      .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 14)
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  expect(small, "letters below 14 px").toEqual([]);
}
