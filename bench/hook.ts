// What our tool_call hook costs a call, in a real session of pi: outside plan mode, and in it without a sandbox.
// Medians of many calls, and the first one, which loads the policy. Then what a denial costs, with its record on disk, for
// an agent of whom much or little was recorded. Fails when a promise is missed.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { lengthenJournal } from "./hook/lengthen-journal.ts";
import { aSession, type HookedSession } from "./hook/session.ts";
import { median } from "./startup/median.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 300);
const CALLS: Record<string, [tool: string, input: () => Record<string, unknown>]> = {
  read: ["read", () => ({ path: "src/a.ts" })],
  bash: ["bash", () => ({ command: "git log --oneline -5 | head -3" })],
  "bash, long": ["bash", () => ({ command: "cd src && grep -rn 'TODO' . | sort | uniq -c | head -20; ls -la *.ts" })],
};
// What only outside plan mode runs: words that may be written to.
const WORK: typeof CALLS = {
  "bash, work": ["bash", () => ({ command: "npm test -- --run src/a.test.ts && git commit -qam 'Say two' -- src" })],
};
const JOURNALS = [10, 1_000, 10_000];

if (process.env["BUILT"] === undefined) {
  const build = fileURLToPath(new URL("../scripts/build.ts", import.meta.url));
  if (spawnSync(process.execPath, [build], { stdio: "inherit" }).status !== 0) process.exit(1);
}
const outside = await measure("outside plan mode", 1, { plan: false });
const planning = await measure("planning", 5, { plan: true });
if (!outside || !planning) process.exitCode = 1;
process.exit();

async function measure(name: string, wanted: number, options: { plan: boolean }): Promise<boolean> {
  const session = await aSession(options);
  const first = await timed(session, "read");
  await refused(session, ".git/config");
  console.log(`${name}: the first call ${first.toFixed(1)} ms`);
  let isFast = true;
  for (const call of Object.keys(options.plan ? CALLS : { ...CALLS, ...WORK })) {
    const times: number[] = [];
    for (let round = -20; round < ROUNDS; round++) {
      const time = await timed(session, call);
      if (round >= 0) times.push(time);
    }
    const [middle, slow] = [median(times), times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0];
    console.log(
      `  ${call.padEnd(12)} ${middle.toFixed(2)} ms, 95 of 100 within ${slow.toFixed(2)} ms (wanted: at most ${wanted})`,
    );
    isFast &&= middle <= wanted;
  }
  if (options.plan) for (const records of JOURNALS) await measureRefusals(session, records);
  session.close();
  return isFast;
}

async function measureRefusals(session: HookedSession, records: number): Promise<void> {
  const times: number[] = [];
  for (let round = -2; round < 20; round++) {
    const before = performance.now();
    await refused(session, "a.ts");
    if (round >= 0) times.push(performance.now() - before);
    if (round === -2) await lengthenJournal(session.cwd, records);
  }
  console.log(`  refusal      ${median(times).toFixed(2)} ms, with its record on disk as one of ${records}`);
}

/** Without it, whatever is measured is not our hook. */
async function refused(session: HookedSession, path: string): Promise<void> {
  const answer = await session.call("write", { path, content: "x" });
  if (answer?.block !== true) throw new Error(`A write to ${path} was not blocked.`);
}

async function timed(session: HookedSession, name: string): Promise<number> {
  const [tool, input] = CALLS[name] ?? WORK[name] ?? (["read", () => ({})] as const);
  const made = input();
  const before = performance.now();
  const answer = await session.call(tool, made);
  const time = performance.now() - before;
  if (answer?.block) throw new Error(`${name} was blocked: ${answer.reason}`);
  return time;
}
