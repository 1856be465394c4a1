// Line coverage of the page from what Chromium counted: a line is run if any visit ran it.

import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export const RAW = fileURLToPath(new URL("../results/coverage", import.meta.url));

/** @typedef {{startOffset: number, endOffset: number, count: number}} Range */
/** @typedef {{url: string, source?: string, functions: {ranges: Range[]}[]}} Entry */

/**
 * For each module its lines of code and those that were never run.
 * @returns {Promise<Map<string, {lines: number, missed: number[]}>>}
 */
export async function mergeCoverage() {
  /** @type {Map<string, {source: string, run: Uint8Array}>} */
  const modules = new Map();
  for (const file of await readdir(RAW)) {
    /** @type {Entry[]} */
    const entries = JSON.parse(await readFile(`${RAW}/${file}`, "utf8"));
    for (const { url, source, functions } of entries) {
      // The server serves the page from a folder named after its revision.
      const name = new URL(url).pathname.replace(/^.*(?=\/modules\/)/, "");
      if (!name.startsWith("/modules/") || source === undefined) continue;
      const known = modules.get(name) ?? { source, run: new Uint8Array(source.length) };
      modules.set(name, known);
      const counted = count(source.length, functions);
      for (let at = 0; at < counted.length; at++) known.run[at] = Number(known.run[at]) | Number(counted[at]);
    }
  }
  return new Map([...modules].sort().map(([name, { source, run }]) => [name, judge(source, run)]));
}

/**
 * Which characters were run: inner ranges speak after outer ones.
 * @param {number} length
 * @param {Entry["functions"]} functions
 */
function count(length, functions) {
  const run = new Uint8Array(length);
  const ranges = functions.flatMap((one) => one.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) run.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return run;
}

/**
 * @param {string} source
 * @param {Uint8Array} run
 */
function judge(source, run) {
  let [offset, lines] = [0, 0];
  const missed = [];
  for (const [index, line] of source.split("\n").entries()) {
    const start = offset + line.search(/\S|$/);
    const code = line.trim() !== "" && !/^\s*(\/\/|\/?\*)/.test(line) && !/^[\s)}\];,]*$/.test(line);
    if (code) lines += 1;
    if (code && !run[start]) missed.push(index + 1);
    offset += line.length + 1;
  }
  return { lines, missed };
}
