// Before the tests: forgets what earlier runs counted.

import { rm } from "node:fs/promises";
import { RAW } from "./merge.js";

export default async function clear() {
  await rm(RAW, { recursive: true, force: true });
}
