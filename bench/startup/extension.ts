import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { writeModelsJson } from "../../testing/models-json.ts";
import { OpenAiServer } from "../../testing/openai-server.ts";
import { PI_PROGRAM } from "./bundled-pi.ts";
import { projectWithPlans } from "./projects.ts";

const PROCESS = fileURLToPath(new URL("extension.process.ts", import.meta.url));
/** Milliseconds that pi may take longer with our extension. */
const WANTED = 20;
/** None of them concerns the session. */
const SIZES = [0, 10, 10_000];

interface Place {
  /** Where the package is installed. */
  installed: string;
  rounds: number;
}

/** Runs Node in a project. */
type Run = (project: string, args: string[], more?: NodeJS.ProcessEnv) => Promise<string>;

/**
 * What our extension costs pi when it starts, by how many plans there are: in process, beside an extension that does
 * nothing, and in whole runs of `pi`, beside pi without it. Whether it costs no more than it may.
 */
export async function measureExtension({ installed, rounds }: Place): Promise<boolean> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "countersign-bench-")));
  const agentDir = join(scratch, "agent");
  mkdirSync(agentDir);
  // For the projects that are made here as well.
  process.env["COUNTERSIGN_HOME"] = join(scratch, "home");
  const projects: string[] = [];
  for (const size of SIZES) projects.push(await projectWithPlans(scratch, size));
  const server = await OpenAiServer.start();
  writeModelsJson(agentDir, { url: server.url });
  const extension = join(installed, "dist/pi/extension.js");
  const env = { ...process.env, ...OFFLINE, HOME: scratch, PI_CODING_AGENT_DIR: agentDir };
  const run: Run = async (cwd, args, more) => {
    server.says({ text: "Hello." });
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}.`);
    return printed;
  };
  const argsIn = (project: string) => [PROCESS, extension, ...nothings(scratch), project, agentDir];
  try {
    const costs = await inProcess(run, projects, argsIn, rounds);
    const counts = await partsLoaded(run, projects, argsIn, dirname(extension));
    for (const [at, size] of SIZES.entries()) console.log(`${nameOf(size)} ${costs[at]?.words}; ${counts[at]}`);
    console.log(`${" ".repeat(18)} wanted: at most +${WANTED} ms, with any number of plans`);
    for (const args of [["--version"], ["--no-session", "-p", "hello"]])
      await wholeRuns(run, projects, args, extension, rounds);
    return costs.every(({ cost }) => cost <= WANTED);
  } finally {
    await server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Times = Record<"load" | "start", number>;
type Measured = Record<"ours" | "nothing", Times>;

/**
 * How much longer it takes than an extension that does nothing, in each of the projects. A busy machine only adds to what
 * each takes, so the least counts, and there are more rounds as long as that is too much.
 */
async function inProcess(run: Run, projects: string[], args: (project: string) => string[], rounds: number) {
  const measured = projects.map((): Measured[] => []);
  let costs = projects.map(() => ({ cost: Number.POSITIVE_INFINITY, words: "" }));
  const isMissed = () => costs.some(({ cost }) => cost > WANTED);
  for (let round = -1; round < rounds || (isMissed() && round < rounds * 4); round++) {
    for (const [at, project] of projects.entries()) {
      const printed: Measured = JSON.parse(await run(project, args(project)));
      // Before the first, nothing is compiled.
      if (round >= 0) measured[at]?.push(printed);
    }
    if (round >= 0) costs = costsOf(measured);
  }
  return costs;
}

function costsOf(measured: readonly Measured[][]) {
  const whole = ({ load, start }: Times) => load + start;
  const nothing = Math.min(...measured.flat().map((times) => whole(times.nothing)));
  return measured.map((rounds) => {
    const least = (of: (times: Times) => number) => Math.min(...rounds.map(({ ours }) => of(ours)));
    const [load, start] = [least(({ load }) => load), least(({ start }) => start)].map((time) => time.toFixed(1));
    const cost = least(whole) - nothing;
    return { cost, words: `+${cost.toFixed(1)} ms: loading ${load} ms, start of a session ${start} ms` };
  });
}

async function partsLoaded(run: Run, projects: string[], args: (project: string) => string[], directory: string) {
  const all = globSync("parts/*.js", { cwd: directory }).length;
  const counts: string[] = [];
  for (const project of projects) {
    const loaded: string[] = JSON.parse(await run(project, args(project), { COUNT_PARTS: "1" }));
    const bytes = loaded.reduce((sum, part) => sum + statSync(join(directory, "parts", part)).size, 0);
    counts.push(`${loaded.length} of ${all} parts, ${Math.round(bytes / 1024)} KB`);
  }
  return counts;
}

/** Interleaved, so that all see the same machine. */
async function wholeRuns(run: Run, projects: string[], args: string[], extension: string, rounds: number) {
  const [bare = ""] = projects;
  const contestants = [
    { project: bare, more: [] as string[] },
    ...projects.map((project) => ({ project, more: ["-e", extension] })),
  ];
  const times = contestants.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [at, { project, more }] of contestants.entries()) {
      const before = performance.now();
      await run(project, [PI_PROGRAM, ...more, ...args]);
      if (round >= 0) times[at]?.push(performance.now() - before);
    }
  }
  const [without = 0, ...withIt] = times.map((all) => Math.min(...all));
  const words = withIt.map((time, at) => `${signed(time - without)} ms with ${SIZES[at]} plans`);
  const name = `pi ${args.find((arg) => arg !== "--no-session")}`.padEnd(18);
  console.log(`${name} ${without.toFixed(0)} ms; with it ${words.join(", ")}`);
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(0)}`;
}

function nameOf(size: number): string {
  return `in pi, ${size} plans`.padEnd(18);
}

/** Two extensions that do nothing: pi remembers one that it has loaded. */
function nothings(scratch: string): string[] {
  return ["warm-up", "nothing"].map((name) => {
    const path = join(scratch, `${name}.ts`);
    writeFileSync(path, "export default function nothing() {}\n");
    return path;
  });
}

const OFFLINE = { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
