// What it costs to read long journals: `show`, `agents`, `inbox`, `audit` and `watch` in a project with a plan and an agent,
// each with a journal of 10,000 or of 100,000 records. Beside it the least that must be done with the journals that a
// command reads: to read, authenticate and parse their lines. Processor time of each command in a process of its own,
// without the loading of the program. Fails when a promise is missed three times.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { projectPaths } from "../src/desk/file-store/project-paths.ts";
import { AGENT, LAST_EVENT, makeLongJournals, PLAN } from "./journal/long-journals.ts";

const ROUNDS = 3;
const LENGTHS = [20, 10_000, 100_000];
const MOST_GROWTH = 12;
const MOST_OVER_PLAIN = 6;
/** A process that does quadratic work is ended: it would take hours. */
const MOST_MS = 120_000;

/** Each command, and the journals that it reads. */
const COMMANDS: [words: string[], journals: string[]][] = [
  [["show", PLAN], [PLAN]],
  [["agents"], [AGENT]],
  [["inbox"], [PLAN, AGENT]],
  [["audit"], [PLAN, AGENT]],
  [
    ["watch", "--past"],
    [PLAN, AGENT],
  ],
];

const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-bench-")));
process.env["COUNTERSIGN_HOME"] = join(root, "home");
const plainTimes = new Map<string, number>();
const projects = LENGTHS.map((length) => join(root, `${length}`));
try {
  for (const [index, project] of projects.entries()) {
    mkdirSync(project);
    await makeLongJournals(project, LENGTHS[index] ?? 0);
  }
  console.log(
    `milliseconds of the processor, by records; wanted: at most ${MOST_GROWTH} times the time for 10 times the`,
  );
  console.log(`records, and at most ${MOST_OVER_PLAIN} times the time that plain lines take\n`);
  console.log(line("", ["10,000", "100,000", "times", "plain", "times"]));
  for (const journal of [PLAN, AGENT]) {
    const [time = 0] = await timesOf("plain.process.ts", [projectPaths(projects.at(-1) ?? "").journal(journal)]);
    plainTimes.set(journal, time);
  }
  for (const [words, journals] of COMMANDS) {
    if (!(await isLinear(words, journals))) process.exitCode = 1;
  }
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}

/** A machine that does something else for a moment gets another try. */
async function isLinear(words: string[], journals: string[]): Promise<boolean> {
  const plain = journals.reduce((sum, journal) => sum + (plainTimes.get(journal) ?? 0), 0);
  for (let round = 0; round < ROUNDS; round++) {
    const [short = 0, long = 0] = await timesOf("command.process.ts", [JSON.stringify(projects), ...words]);
    const isMet = long / short <= MOST_GROWTH && long / plain <= MOST_OVER_PLAIN;
    const [growth, overPlain] = [long / short, long / plain].map((ratio) => ratio.toFixed(1));
    const cells = [short.toFixed(0), long.toFixed(0), `${growth}`, plain.toFixed(0), `${overPlain}`];
    console.log(line(words[0] ?? "", cells) + (isMet ? "" : "  MISSED"));
    if (isMet) return true;
  }
  return false;
}

function line(name: string, cells: string[]): string {
  return name.padEnd(10) + cells.map((cell) => cell.padStart(10)).join("");
}

/** What a process says of its processor time. The last event of each journal ends `watch`. */
async function timesOf(file: string, args: string[]): Promise<number[]> {
  const program = fileURLToPath(new URL(`journal/${file}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"], timeout: MOST_MS });
  child.stdout.on("data", (data: Buffer) => {
    if (args.includes("watch") && data.includes(LAST_EVENT)) child.kill("SIGINT");
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}: ${said}`);
  return JSON.parse(said);
}
