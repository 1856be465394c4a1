// How long it takes until somebody sees a board in the hall that THREEFOLD_URL names, from the call of the address to the
// picture with the pieces: on the first visit, with nothing kept but a name; on the next; and again and again while another
// page of the hall is open, so that the browser has its process and its compiled code at hand. `npm run first-board`

import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { Person } from "./hall.js";

/** @import { BrowserContext } from "@playwright/test" */

const VISITS = 30;

const { baseURL = "", launchOptions } = config.use ?? {};
const browser = await chromium.launch(launchOptions);
const regular = await browser.newContext({ baseURL });
const person = new Person(await regular.newPage(), "Anna");
await person.arrive();
const named = await nameOnly();

const times = {
  first: /** @type {number[]} */ ([]),
  next: /** @type {number[]} */ ([]),
  further: /** @type {number[]} */ ([]),
};
for (let visit = 0; visit < VISITS; visit++) {
  const stranger = await browser.newContext({ baseURL, storageState: named });
  times.first.push(await visitIn(stranger));
  times.next.push(await visitIn(stranger));
  await stranger.close();
}
for (let visit = 0; visit < VISITS; visit++) times.further.push(await visitIn(regular));
await browser.close();
for (const [which, all] of Object.entries(times)) {
  all.sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => all[Math.floor(share * (all.length - 1))]?.toFixed(0);
  console.log(
    `${which} visit: a board after ${at(0.5)} ms in the median of ${VISITS}, 90 % within ${at(0.9)} ms, the slowest ${at(1)} ms`,
  );
}

/**
 * Comes to the hall in a new page; gives the milliseconds until the frame after the first piece came onto the board.
 * @param {BrowserContext} context
 */
async function visitIn(context) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector(".piece")) requestAnimationFrame(() => performance.mark("board"));
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.goto("/");
  const mark = await page.waitForFunction(() => performance.getEntriesByName("board")[0]?.startTime);
  const time = Number(await mark.jsonValue());
  await page.close();
  return time;
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
