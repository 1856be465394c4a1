// Browser tests on the real server, which tests/server.js starts. CHROMIUM names another browser than Debian's.

import { defineConfig } from "@playwright/test";

const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests",
  outputDir: "tests/results/failures",
  globalSetup: "./tests/coverage/clear.js",
  globalTeardown: "./tests/coverage/report.js",
  fullyParallel: true,
  // Tests wait for the server and for animations most of the time, so two cores hold three.
  workers: 3,
  // A browser on a busy machine is slow; a test waits for conditions, and these are the deadlines.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 30_000,
    // Its requests would pass by those that a test intercepts; a test of its own has it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's sandbox does not start for root, as in a container.
      args: root ? ["--no-sandbox"] : [],
    },
  },
});
