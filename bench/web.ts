import { firstLoads } from "./web/first-load.ts";
import { manyPlans } from "./web/many-plans.ts";
import { streamDelays } from "./web/streams.ts";

// The dashboard: what a browser loads before a person does something, beside a dashboard that people use for coding agents
// today; the list of 10,000 plans beside that of 1,000; and how long an event is on its way while a plan of 200 steps runs in another
// process, with 200 open streams beside a single one.

/** Also more than one page, so that both fetch rows while they are scrolled. */
const FEW = 1_000;
const MANY = 10_000;

const loads = await firstLoads();
console.log(`${"first load".padEnd(44)}${"kB gzipped".padStart(12)}`);
for (const { name, bytes, because } of loads)
  console.log(`${name.padEnd(44)}${because ?? (bytes / 1000).toFixed(1).padStart(12)}`);
const [ours, peer] = loads;
if (ours) verdict("countersign, of 100 kB", ours.bytes / 100_000, 1);
if (ours && peer && peer.bytes > 0) verdict("countersign, against the peer", ours.bytes / peer.bytes, 0.5);

const few = await manyPlans(FEW);
const many = await manyPlans(MANY);
console.log(`\n${"milliseconds".padEnd(44)}${`${FEW} plans`.padStart(12)}${`${MANY} plans`.padStart(14)}`);
for (const name of Object.keys(few) as (keyof typeof few)[])
  console.log(`${name.padEnd(44)}${few[name].toFixed(0).padStart(12)}${many[name].toFixed(0).padStart(14)}`);
verdict("first paint of the list", many["first paint of the list"] / few["first paint of the list"], 2);
verdict("next rows while scrolling", many["next rows while scrolling"] / few["next rows while scrolling"], 3);

const one = await streamDelays(1, 200);
const all = await streamDelays(200, 200);
console.log(
  `\n${"milliseconds from record to event".padEnd(44)}${"1 stream".padStart(12)}${"200 streams".padStart(14)}`,
);
for (const [name, key] of Object.entries({
  p50: "p50",
  p99: "p99",
  "p50 in a browser": "browser50",
  "p99 in a browser": "browser99",
} as const))
  console.log(`${name.padEnd(44)}${one[key].toFixed(0).padStart(12)}${all[key].toFixed(0).padStart(14)}`);
console.log(`${"events".padEnd(44)}${String(one.events).padStart(12)}${String(all.events).padStart(14)}`);
verdict("p50, 200 streams against one", all.p50 / one.p50, 2);
verdict("p99, 200 streams against one", all.p99 / one.p99, 3);

function verdict(name: string, ratio: number, most: number): void {
  const isMet = ratio <= most;
  console.log(`  ${name.padEnd(42)} ${ratio.toFixed(2)} times (wanted: at most ${most})${isMet ? "" : "  MISSED"}`);
  if (!isMet) process.exitCode = 1;
}
