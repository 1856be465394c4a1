// What the first view costs, and that nothing comes from elsewhere.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "./hall.js";

/** In bytes, compressed (issue 9). */
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

test("every module is announced in the page's head", async ({ guest }) => {
  const { page } = await guest();
  await page.goto("/");
  const folder = fileURLToPath(new URL("../page/modules/", import.meta.url));
  const modules = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js") && !["looks.js", "main.js"].includes(name));
  const announced = await page
    .locator("link[rel=modulepreload]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.replace("modules/", "")));
  expect(announced.sort()).toEqual(modules.sort());
});
