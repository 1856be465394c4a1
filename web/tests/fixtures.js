// What every browser test begins with: a server for each worker, and guests with browsers of their own.

import { mkdir, writeFile } from "node:fs/promises";
import { test as base, expect } from "@playwright/test";
import { RAW } from "./coverage/merge.js";
import { Person, SIZES } from "./person.js";
import { Server } from "./server.js";

/** @import { BrowserContextOptions, Page, PlaywrightTestArgs, PlaywrightWorkerArgs, TestType } from "@playwright/test" */
/** @typedef {(name?: string, options?: BrowserContextOptions & {server?: Server, address?: string}) => Promise<Person>} Guest */

export { expect, SIZES };

/** @type {TestType<PlaywrightTestArgs & {guest: Guest, mortal: Server}, PlaywrightWorkerArgs & {server: Server, driven: Server}>} */
export const test = /** @type {any} */ (
  base.extend(
    /** @type {any} */ ({
      server: [serverFixture("real"), { scope: "worker" }],
      // A server whose time passes when a test says so.
      driven: [serverFixture("driven"), { scope: "worker" }],
      // One of the test's own, which it may kill.
      mortal: serverFixture("real"),
      guest: async (/** @type {any} */ { browser, server }, /** @type {any} */ use, /** @type {any} */ info) => {
        /** @type {{page: Page, faults: string[]}[]} */
        const opened = [];
        /** @type {Guest} */
        const guest = async (name = "Anna", { server: own = server, address, ...options } = {}) => {
          const baseURL = address ?? own.address;
          const context = await browser.newContext({ baseURL, viewport: SIZES.desktop, ...options });
          const page = await context.newPage();
          const faults = /** @type {string[]} */ ([]);
          page.on("pageerror", (/** @type {Error} */ error) => faults.push(String(error.stack)));
          await page.coverage.startJSCoverage({ resetOnNavigation: false });
          opened.push({ page, faults });
          return new Person(page, name, own);
        };
        await use(guest);
        await mkdir(RAW, { recursive: true });
        for (const [at, { page, faults }] of opened.entries()) {
          const entries = await page.coverage.stopJSCoverage();
          await writeFile(`${RAW}/${info.testId}-${info.retry}-${at}.json`, JSON.stringify(entries));
          expect(faults).toEqual([]);
          await page.context().close();
        }
      },
    }),
  )
);

/** @param {"real" | "driven"} time */
function serverFixture(time) {
  // Playwright reads from the pattern that nothing else is needed.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  return async (/** @type {object} */ {}, /** @type {(server: Server) => Promise<void>} */ use) => {
    const server = await Server.start({ time });
    await use(server);
    await server.close();
  };
}
