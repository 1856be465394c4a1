// Before the tests: deletes the counts of earlier runs.

import { rm } from "node:fs/promises";
import { RAW } from "./merge.js";

export default async function clear() {
  await rm(RAW, { recursive: true, force: true });
}
