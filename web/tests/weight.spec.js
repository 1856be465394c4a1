// What the first view costs, and that nothing comes from elsewhere.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "./fixtures.js";

/** In bytes, compressed. */
const ALLOWED = 150_000;

test("the first view is light and all our own", async ({ guest }) => {
  const anna = await guest();
  /** @type {Map<string, number>} */
  const sizes = new Map();
  anna.page.on("response", async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    sizes.set(response.url(), brotliCompressSync(body).length);
  });
  await anna.arrive();
  await anna.page.waitForLoadState("networkidle");
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`first view: ${sizes.size} files, ${total} bytes compressed`);
  expect(total).toBeLessThan(ALLOWED);
  expect([...sizes.keys()].filter((url) => !url.startsWith(new URL(anna.page.url()).origin))).toEqual([]);
});

test("every module that the first board needs is announced in the page's head, and no other", async ({ guest }) => {
  const { page } = await guest();
  await page.goto("/");
  const named = (/** @type {string} */ which, /** @type {string} */ by) =>
    page
      .locator(which)
      .evaluateAll(
        (links, attribute) => links.map((link) => link.getAttribute(attribute)?.replace(/^.*modules\//, "") ?? ""),
        by,
      );
  const scripts = await named("script[src]", "src");
  const needed = new Set(scripts);
  for (const module of needed) for (const other of imported(module)) needed.add(other);
  for (const script of scripts) needed.delete(script);
  expect((await named("link[rel=modulepreload]", "href")).sort()).toEqual([...needed].sort());
});

test("a part that comes later and is missing is reported", async ({ guest }) => {
  const anna = await guest();
  await anna.page.route("**/modules/settings-dialog.js", (route) => route.abort());
  await anna.visit();
  await anna.door("Settings");
  await expect(anna.page.locator(".notice")).toHaveText("A part of the page is missing. Please load it again.");
});

/**
 * What a module imports to begin with.
 * @param {string} module
 */
function imported(module) {
  const source = readFileSync(new URL(`../page/modules/${module}`, import.meta.url), "utf8");
  return [...source.matchAll(/^import [^;]*?"(.+?)";$/gm)].map(([, other = ""]) => join(dirname(module), other));
}
