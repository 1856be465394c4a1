// Frame times with 32 pieces gliding and 32 resting, on the stub: `npm run frames`. CHROMIUM names another browser.
//
// Two questions: how often the page's thread gets a frame while all that moves, and how much script and layout it costs.

import { chromium } from "@playwright/test";
import { serve } from "./stub/server.js";

const SECONDS = 5;

const address = `http://127.0.0.1:${await serve(0)}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
for (const viewport of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
]) {
  const page = await browser.newPage({ viewport });
  await page.goto(address);
  await page.getByLabel("Display name").fill("Anna");
  await page.getByRole("button", { name: "Start playing" }).click();
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.locator("#new-game").selectOption("kungfu");
  await page.locator("#new-board").selectOption("four");
  for (const seat of [1, 2, 3]) await page.locator(`#new-seat-${seat}`).selectOption("slow");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByText("Running").waitFor();
  const still = await measure(page);
  await page.request.get(`${address}stub/tables/${new URL(page.url()).hash.slice(1)}/stir`);
  await page.locator(".rest").first().waitFor();
  const [gliding, resting] = await Promise.all([page.locator(".moved").count(), page.locator(".rest").count()]);
  const busy = await measure(page);
  console.log(`${viewport.width}×${viewport.height}, ${gliding} gliding, ${resting} resting`);
  console.log(`  at rest: ${still}\n  in motion: ${busy}`);
  await page.close();
}
await browser.close();
process.exit(0);

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
