import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../../test/corpus/corpus.ts";
import type { Place } from "./place.ts";
import { processorTime } from "./processor-time.ts";

const WANTED = 20_000;
const SECONDS = Number(process.env["SECONDS"] ?? 1);

/** Judgements per second on one core, and what the first one of a process costs. */
export function measureThroughput(place: Place): boolean {
  const { harmless, mutating } = loadCorpus();
  const lines = (some: { cmd: string }[]) => some.map(({ cmd }) => cmd);
  // One command, plain words: what agents run most.
  const simple = lines(harmless).filter((line) => /^[\w./ =-]+$/.test(line));
  const isGit = (line: string) => /^(?:git|gh) /.test(line);
  const sets: Record<string, string[]> = {
    "simple commands": simple,
    "… without git": simple.filter((line) => !isGit(line)),
    "… git": simple.filter(isGit),
    "harmless lines": lines(harmless),
    "mutating lines": lines(mutating),
    "the whole corpus": lines([...harmless, ...mutating]),
  };
  for (let round = 0; round < 15; round++) for (const line of sets["the whole corpus"] ?? []) place.judge(line);
  console.log(`${"judged".padEnd(20)}${"lines".padStart(7)}${"a second".padStart(12)}${"µs each".padStart(10)}`);
  let rate = 0;
  for (const [name, set] of Object.entries(sets)) {
    const micros = microsEach(set, place);
    if (set === simple) rate = 1e6 / micros;
    const perSecond = Math.round(1e6 / micros).toLocaleString("en");
    console.log(
      `${name.padEnd(20)}${String(set.length).padStart(7)}${perSecond.padStart(12)}${micros.toFixed(1).padStart(10)}`,
    );
  }
  const holds = rate >= WANTED;
  console.log(`simple commands a second, at least ${WANTED.toLocaleString("en")}: ${holds ? "yes" : "NO"}`);
  measureCold();
  return holds;
}

/** The fastest of several rounds over all lines: the processor time of the others depends on a busy machine. */
function microsEach(lines: readonly string[], place: Place): number {
  let fastest = Number.POSITIVE_INFINITY;
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; round < 3 || performance.now() < end; round++) {
    const start = processorTime();
    for (const line of lines) place.judge(line);
    fastest = Math.min(fastest, processorTime() - start);
  }
  return (fastest * 1000) / lines.length;
}

/** New processes: loading what judges, then the first line, then one of the same kind. */
function measureCold(): void {
  const file = fileURLToPath(new URL("cold.ts", import.meta.url));
  const all = Array.from({ length: 5 }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, number>;
  });
  for (const name of Object.keys(all[0] ?? {})) {
    const middle = all.map((one) => one[name] ?? 0).sort((a, b) => a - b)[all.length >> 1] ?? 0;
    console.log(`${`cold: ${name}`.padEnd(27)}${middle.toFixed(1).padStart(12)} ms`);
  }
}
