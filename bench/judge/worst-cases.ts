import type { Place } from "./place.ts";
import { randomLines } from "./random-lines.ts";
import { type Timed, timed } from "./timed.ts";
import { WORST_LINES } from "./worst-lines.ts";

const WANTED_MS = 50;
const SHOWN = 15;
const LONGEST_SHOWN = 100;
const TRIES = Number(process.env["TRIES"] ?? 3000);
// The same lines in every run. Another seed tries others.
const SEED = Number(process.env["SEED"] ?? 1);

/** Lines made to be slow: the slowest of them, and the slowest of many random ones. */
export function measureWorstCases(place: Place): boolean {
  const made = Object.entries(WORST_LINES).map(([name, line]) => timed(name, line, place, WANTED_MS / 5));
  const found = slowestOf(randomLines(SEED, TRIES), place);
  const slowest = [...made, found].sort((a, b) => b.ms - a.ms);
  console.log(`\n${"slowest lines".padEnd(36)}${"length".padStart(7)}${"ms".padStart(9)}  verdict`);
  for (const { name, line, ms, verdict } of slowest.slice(0, SHOWN)) {
    console.log(`${name.padEnd(36)}${String(line.length).padStart(7)}${ms.toFixed(1).padStart(9)}  ${verdict}`);
  }
  console.log(`slowest of the random lines: ${shown(found.line)}`);
  const slow = slowest.filter(({ ms }) => ms > WANTED_MS).length;
  const all = `${made.length} lines made for it, ${TRIES} random ones (SEED=${SEED})`;
  console.log(`${all}, each under ${WANTED_MS} ms: ${slow === 0 ? "yes" : `NO, ${slow} are not`}`);
  return slow === 0;
}

function slowestOf(lines: Iterable<string>, place: Place): Timed {
  let slowest: Timed = { name: "the slowest random line", line: "", ms: 0, verdict: "" };
  for (const line of lines) {
    const found = timed(slowest.name, line, place, slowest.ms);
    if (found.ms > slowest.ms) slowest = found;
  }
  return slowest;
}

function shown(line: string): string {
  const text = JSON.stringify(line);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
