// Measures the time from opening the address until the squares and until the pieces of the first board are shown: on
// the first visit, with only a name stored; on the next visit; and on further visits while another page of the server
// is open, so that the browser already has its process and its compiled code. `npm run first-board`

import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { Person } from "./person.js";
import { Server } from "./server.js";

/** @import { BrowserContext } from "@playwright/test" */

const VISITS = 30;

const { launchOptions } = config.use ?? {};
const server = await Server.start();
const baseURL = server.address;
const browser = await chromium.launch(launchOptions);
const regular = await browser.newContext({ baseURL });
const person = new Person(await regular.newPage(), "Anna", server);
await person.arrive();
const named = await nameOnly();

/** @typedef {{squares: number, pieces: number}} Visit milliseconds until each was seen */
const visits = {
  first: /** @type {Visit[]} */ ([]),
  next: /** @type {Visit[]} */ ([]),
  further: /** @type {Visit[]} */ ([]),
};
for (let visit = 0; visit < VISITS; visit++) {
  const stranger = await browser.newContext({ baseURL, storageState: named });
  visits.first.push(await visitIn(stranger));
  visits.next.push(await visitIn(stranger));
  await stranger.close();
}
for (let visit = 0; visit < VISITS; visit++) visits.further.push(await visitIn(regular));
await browser.close();
await server.close();
for (const [which, all] of Object.entries(visits)) {
  for (const what of /** @type {const} */ (["squares", "pieces"])) {
    const times = all.map((visit) => visit[what]).sort((one, other) => one - other);
    const at = (/** @type {number} */ share) => times[Math.floor(share * (times.length - 1))]?.toFixed(0);
    console.log(
      `${which} visit: ${what} after ${at(0.5)} ms in the median of ${VISITS}, 90 % within ${at(0.9)} ms, the slowest ${at(1)} ms`,
    );
  }
}

/**
 * Comes in a new page; each time is that of the frame after the one that drew what was waited for.
 * @param {BrowserContext} context
 * @returns {Promise<Visit>}
 */
async function visitIn(context) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const when = (/** @type {string} */ name, /** @type {() => unknown} */ there) => {
      const look = () => requestAnimationFrame(there() ? () => performance.mark(name) : look);
      look();
    };
    when("squares", () => document.querySelector("game-board")?.clientHeight);
    when("pieces", () => document.querySelector(".piece"));
  });
  await page.goto("/#play");
  const marked = await page.waitForFunction(() => {
    const [squares, pieces] = ["squares", "pieces"].map((name) => performance.getEntriesByName(name)[0]?.startTime);
    return squares !== undefined && pieces !== undefined ? { squares, pieces } : null;
  });
  const visit = /** @type {Visit} */ (await marked.jsonValue());
  await page.close();
  return visit;
}

/** What a browser keeps of somebody who has given a name and done nothing else. */
async function nameOnly() {
  const { cookies, origins } = await regular.storageState();
  const kept = origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(({ name }) => name === "playerProfile"),
  }));
  return { cookies, origins: kept };
}
