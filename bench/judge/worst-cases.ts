import type { Place } from "./place.ts";
import { processorTime } from "./processor-time.ts";
import { WORST_LINES } from "./worst-lines.ts";

const WANTED_MS = 50;
const SHOWN = 15;
const TRIES = Number(process.env["TRIES"] ?? 3000);

/** Lines made to be slow: the slowest of them, and what a random search finds. */
export function measureWorstCases(place: Place): boolean {
  const made = Object.entries(WORST_LINES).map(([name, line]) => timed(name, line, place));
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const found = searched(seed, place);
  const slowest = [...made, found].sort((a, b) => b.ms - a.ms);
  console.log(`\n${"slowest lines".padEnd(36)}${"length".padStart(7)}${"ms".padStart(9)}  verdict`);
  for (const { name, length, ms, verdict } of slowest.slice(0, SHOWN)) {
    console.log(`${name.padEnd(36)}${String(length).padStart(7)}${ms.toFixed(1).padStart(9)}  ${verdict}`);
  }
  if (found.ms > WANTED_MS) console.log(`found with SEED=${seed}: ${JSON.stringify(found.line)}`);
  const slow = slowest.filter(({ ms }) => ms > WANTED_MS).length;
  const all = `${made.length} lines made for it, ${TRIES} random ones`;
  console.log(`${all}, each under ${WANTED_MS} ms: ${slow === 0 ? "yes" : `NO, ${slow} are not`}`);
  return slow === 0;
}

interface Timed {
  name: string;
  line: string;
  length: number;
  ms: number;
  verdict: string;
}

/** The best of up to three: the first may find code that was never run before. */
function timed(name: string, line: string, place: Place): Timed {
  let ms = Number.POSITIVE_INFINITY;
  let verdict = "";
  for (let round = 0; round === 0 || (round < 3 && ms > WANTED_MS / 5 && ms < 1000); round++) {
    const start = processorTime();
    ({ verdict } = place.judge(line));
    ms = Math.min(ms, processorTime() - start);
  }
  return { name, line, length: line.length, ms, verdict };
}

const PIECES = [
  ..."( ) { } [ ] [[ ]] (( )) $( $(( ${ ${x:- ` ' \" \\ | || & && ; < > << <<< <( >( # ! ~ * ? = , .. - -- / . ..".split(
    " ",
  ),
  ..." \n a src a.txt $x $i x=a x=$x y=$x$x cd\u00a0 if then fi for in do done while case esac f() time".split(" "),
  ...["cat ", "ls ", "git status", "git -C src log", "cd src;", "sed 's/a/b/' ", "awk '{print}' ", "find . -name "],
  ...["for i in a b c d; do ", "; done", "xargs ", "nice ", "env ", "<<E\n", "\nE\n", "$'a'", "{a,b}"],
].flatMap((piece) => (piece === "" ? [] : piece.replace("\u00a0", " ")));

/** One to four pieces, again and again, perhaps closed by another: the slowest of many. */
function searched(seed: number, place: Place): Timed {
  let state = seed;
  // The same for every run with the seed (a linear congruential step).
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const some = (most: number) => Array.from({ length: 1 + below(most) }, () => PIECES[below(PIECES.length)]).join("");
  const name = "found by chance";
  let worst: Timed = { name, line: "", length: 0, ms: 0, verdict: "" };
  for (let index = 0; index < TRIES; index++) {
    const [before, unit, after] = [below(2) ? some(3) : "", some(4), below(2) ? some(2) : ""];
    const times = Math.floor(9_000 / (unit.length + after.length) / (below(2) ? 1 : 20));
    const line = before + unit.repeat(times) + after.repeat(below(2) ? times : 1);
    const start = processorTime();
    place.judge(line);
    if (processorTime() - start <= worst.ms) continue;
    const again = timed(name, line, place);
    if (again.ms > worst.ms) worst = again;
  }
  return worst;
}
