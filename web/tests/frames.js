// Frame times with the pieces of four bots gliding and resting on the cross: `npm run frames`.
//
// It measures how often the page's thread gets a frame while the pieces move, and how much script and layout cost.

import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { Person } from "./person.js";
import { Server } from "./server.js";

const SECONDS = 5;

const server = await Server.start();
const browser = await chromium.launch(config.use?.launchOptions);
for (const viewport of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
]) {
  const page = await browser.newPage({ viewport, baseURL: server.address });
  const person = new Person(page, "Anna", server);
  await person.sitLive({ board: "four", seats: ["you", "link", "link", "link"] });
  const still = await measure(page);
  await person.sitLive({ board: "four", seats: ["level4", "level4", "level4", "level4"] });
  await page.locator(".rest").nth(8).waitFor();
  const busy = await measure(page);
  const [gliding, resting] = await Promise.all([page.locator(".moved").count(), page.locator(".rest").count()]);
  console.log(`${viewport.width}×${viewport.height}, ${gliding} gliding, ${resting} resting`);
  console.log(`  at rest: ${still}\n  in motion: ${busy}`);
  await page.close();
}
await browser.close();
await server.close();

/** @param {import("@playwright/test").Page} page */
async function measure(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await spent();
  const times = await page.evaluate(
    (seconds) =>
      new Promise((/** @type {(times: number[]) => void} */ done) => {
        /** @type {number[]} */
        const all = [];
        let last = performance.now();
        const end = last + seconds * 1000;
        const frame = (/** @type {number} */ now) => {
          all.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(frame);
          else done(all.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    SECONDS,
  );
  const after = await spent();
  await devtools.detach();
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  const cost = (/** @type {string} */ name) =>
    ((((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / times.length).toFixed(2);
  return `frame median ${at(0.5)} ms, p95 ${at(0.95)} ms (${times.length} frames); script ${cost("ScriptDuration")} ms, style and layout ${cost("LayoutDuration")} + ${cost("RecalcStyleDuration")} ms a frame`;
}
