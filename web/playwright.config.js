// Browser tests: on the stub, or on the server that THREEFOLD_URL names. CHROMIUM names another browser than Debian's.

import { defineConfig } from "@playwright/test";

const PORT = 3335;
const server = process.env.THREEFOLD_URL;
const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests",
  outputDir: "tests/results/failures",
  globalSetup: "./tests/coverage/clear.js",
  globalTeardown: "./tests/coverage/report.js",
  // The stub's own words and positions mean nothing to a real server, nor real ones to the stub.
  testIgnore: server ? "**/stub-only/**" : "**/hall-only/**",
  fullyParallel: true,
  workers: 2,
  // A browser on a busy machine is slow; a test waits for conditions, and these are the deadlines.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 30_000,
    baseURL: server ?? `http://127.0.0.1:${PORT}`,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's sandbox does not start for root, as in a container.
      args: root ? ["--no-sandbox"] : [],
    },
  },
  ...(server
    ? {}
    : {
        webServer: {
          command: "node tests/stub/main.js",
          env: { PORT: String(PORT) },
          url: `http://127.0.0.1:${PORT}/api/levels`,
          reuseExistingServer: false,
        },
      }),
});
