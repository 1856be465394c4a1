// After the tests: how much of the page was run. A whole run must reach the share below.

import { mergeCoverage } from "./merge.js";

const WANTED = 0.95;

export default async function report() {
  const modules = await mergeCoverage().catch(() => new Map());
  let [lines, missed] = [0, 0];
  for (const [name, module] of modules) {
    lines += module.lines;
    missed += module.missed.length;
    if (module.missed.length > 0) console.log(`${name}: not run ${module.missed.join(" ")}`);
  }
  if (lines === 0) return;
  const share = 1 - missed / lines;
  console.log(`lines of the page that were run: ${(share * 100).toFixed(1)} % of ${lines}`);
  if (process.env.WHOLE_PAGE && share < WANTED)
    throw new Error(`fewer than ${WANTED * 100} % of the page's lines were run`);
}
