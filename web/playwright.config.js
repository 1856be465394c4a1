// Browser tests on the real server, which tests/server.js starts. CHROMIUM names another browser than Debian's.

import { defineConfig } from "@playwright/test";

const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests",
  outputDir: "tests/results/failures",
  globalSetup: "./tests/coverage/clear.js",
  globalTeardown: "./tests/coverage/report.js",
  fullyParallel: true,
  // Tests mostly wait for the server and for animations, so three of them run on two cores.
  workers: 3,
  // Tests wait for conditions. These deadlines are long, because a browser is slow on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 30_000,
    // A test could not intercept the requests of a service worker. A separate test switches it on.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's sandbox does not start for root, as in a container.
      args: root ? ["--no-sandbox"] : [],
    },
  },
});
