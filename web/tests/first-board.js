// How long it takes until somebody sees a board in the hall that THREEFOLD_URL names, from the call of the address to the
// picture with the pieces: on the first visit, with nothing kept but a name, and on the next. `npm run first-board`

import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { Person } from "./hall.js";

const PEOPLE = 30;

const { baseURL = "", launchOptions } = config.use ?? {};
const browser = await chromium.launch(launchOptions);
const times = { first: /** @type {number[]} */ ([]), next: /** @type {number[]} */ ([]) };
const named = await nameOnly();
for (let person = 0; person < PEOPLE; person++) {
  const context = await browser.newContext({ baseURL, storageState: named });
  for (const visit of /** @type {const} */ (["first", "next"])) {
    const page = await context.newPage();
    // Noted in the frame after the first piece came onto the board.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector(".piece")) requestAnimationFrame(() => performance.mark("board"));
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto("/");
    const mark = await page.waitForFunction(() => performance.getEntriesByName("board")[0]?.startTime);
    times[visit].push(Number(await mark.jsonValue()));
    await page.close();
  }
  await context.close();
}
await browser.close();
for (const [visit, all] of Object.entries(times)) {
  all.sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => all[Math.floor(share * (all.length - 1))]?.toFixed(0);
  console.log(
    `${visit} visit of ${PEOPLE} people: a board after ${at(0.5)} ms in the median, 90 % within ${at(0.9)} ms, the slowest ${at(1)} ms`,
  );
}

/** What a browser keeps of somebody who has given a name and done nothing else. */
async function nameOnly() {
  const context = await browser.newContext({ baseURL });
  const person = new Person(await context.newPage(), "Anna");
  await person.arrive();
  const { cookies, origins } = await context.storageState();
  await context.close();
  const kept = origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: localStorage.filter(({ name }) => name === "playerProfile"),
  }));
  return { cookies, origins: kept };
}
