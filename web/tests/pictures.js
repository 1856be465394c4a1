// The pictures of the page in docs/pictures.

import { chromium, expect } from "@playwright/test";
import config from "../playwright.config.js";
import { Person } from "./person.js";
import { Server } from "./server.js";

/** @import { BrowserContextOptions } from "@playwright/test" */
/** @import { Square } from "../wire" */

const FOLDER = "../docs/pictures";
const NAJDORF = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6".split(" ");
const RANSOM_TURNS = 24;

const { launchOptions } = config.use ?? {};
const server = await Server.start();
const browser = await chromium.launch(launchOptions);

/**
 * @param {BrowserContextOptions} options
 * @returns {Promise<Person>}
 */
async function visitor(options) {
  const context = await browser.newContext({ baseURL: server.address, ...options });
  return new Person(await context.newPage(), "Anna", server);
}

const anna = await visitor({ viewport: { width: 1200, height: 800 }, colorScheme: "light" });
await anna.sitHere("ransom");
for (let turn = 0; turn < RANSOM_TURNS; turn++)
  await anna.play(
    "click",
    (choices) => choices.find(({ captures }) => captures) ?? choices[(turn * 7) % choices.length],
  );
await picture(anna, "browser");

const eve = await visitor({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  colorScheme: "dark",
});
await eve.sitHere("chess");
for (const move of NAJDORF)
  await eve.play("tap", (choices) =>
    choices.find(({ from, to }) => from === square(move.slice(0, 2)) && to === square(move.slice(2))),
  );
await picture(eve, "phone");

const cora = await visitor({ viewport: { width: 1200, height: 800 }, colorScheme: "dark" });
await cora.sitLive({ board: "four", seats: ["level3", "level3", "level3", "level3"] });
await expect(cora.page.getByRole("timer")).toHaveText("0:15", { timeout: 60_000 });
await cora.page.screenshot({ path: `${FOLDER}/cross.png` });
await browser.close();
await server.close();

/** @param {string} text */
function square(text) {
  return /** @type {Square} */ (text);
}

/**
 * @param {Person} person
 * @param {string} name
 */
async function picture({ page }, name) {
  // A picture of a piece on its way would be another one every time.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}
