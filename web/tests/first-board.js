// How long it takes until somebody who comes back sees a board, in the hall that THREEFOLD_URL names: from the call of
// the address to the picture with the pieces. `npm run first-board`

import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { Person } from "./hall.js";

const VISITS = 30;

const { baseURL = "", launchOptions } = config.use ?? {};
const browser = await chromium.launch(launchOptions);
const context = await browser.newContext({ baseURL });
const person = new Person(await context.newPage(), "Anna");
await person.arrive();
const times = /** @type {number[]} */ ([]);
for (let visit = 0; visit < VISITS; visit++) {
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
  times.push(Number(await mark.jsonValue()));
  await page.close();
}
await browser.close();
times.sort((one, other) => one - other);
const at = (/** @type {number} */ share) => times[Math.floor(share * (times.length - 1))]?.toFixed(0);
console.log(
  `first board after ${at(0.5)} ms in the median of ${VISITS} visits, 90 % within ${at(0.9)} ms, the slowest ${at(1)} ms`,
);
