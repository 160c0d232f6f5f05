import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { writeModelsJson } from "../../src/testing/models-json.ts";
import { OpenAiServer } from "../../src/testing/openai-server.ts";
import { PI_PROGRAM } from "./bundled-pi.ts";
import { median } from "./median.ts";

const PROCESS = fileURLToPath(new URL("extension.process.ts", import.meta.url));
const WANTED = 30;

interface Place {
  /** Where the package is installed. */
  installed: string;
  /** A project that has some. */
  withPlans: string;
  rounds: number;
}

type Run = (...args: string[]) => Promise<string>;

/** What our extension costs pi when it starts: in process, beside one that does nothing, and in whole runs of `pi`. */
export async function measureExtension({ installed, withPlans, rounds }: Place): Promise<boolean> {
  const scratch = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  const [cwd, agentDir] = [join(scratch, "project"), join(scratch, "agent")];
  for (const directory of [cwd, agentDir]) mkdirSync(directory);
  const server = await OpenAiServer.start();
  writeModelsJson(agentDir, { url: server.url });
  const extension = join(installed, "dist/pi/extension.js");
  const env = { ...process.env, ...OFFLINE, HOME: scratch, PI_CODING_AGENT_DIR: agentDir };
  const run: Run = async (...args) => {
    server.says({ text: "Hello." });
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}.`);
    return printed;
  };
  const extensions = [extension, ...nothings(scratch)];
  const cost = await inProcess("extension in pi", run, [...extensions, cwd, agentDir], rounds);
  console.log(`${" ".repeat(18)} wanted: at most ${WANTED} ms more than nothing`);
  await inProcess("… with 10 plans", run, [...extensions, withPlans, agentDir], rounds);
  for (const args of [["--version"], ["--no-session", "-p", "hello"]]) await wholeRuns(run, args, extension, rounds);
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
  return cost <= WANTED;
}

/** How much more it takes than an extension that does nothing. */
async function inProcess(name: string, run: Run, args: string[], rounds: number): Promise<number> {
  const measured: Record<"ours" | "nothing", { load: number; start: number }>[] = [];
  for (let round = -1; round < rounds; round++) {
    const printed = JSON.parse(await run(PROCESS, ...args));
    // Before the first, nothing is compiled.
    if (round >= 0) measured.push(printed);
  }
  const cost = median(measured.map(({ ours, nothing }) => ours.load + ours.start - nothing.load - nothing.start));
  const [load, start] = (["load", "start"] as const).map((part) => median(measured.map(({ ours }) => ours[part])));
  const parts = `loading ${load?.toFixed(1)} ms, start of a session ${start?.toFixed(1)} ms`;
  console.log(`${name.padEnd(18)} +${cost.toFixed(1)} ms: ${parts}`);
  return cost;
}

/** Interleaved, so that both see the same machine. */
async function wholeRuns(run: Run, args: string[], extension: string, rounds: number): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    for (const [at, more] of [[], ["-e", extension]].entries()) {
      const before = performance.now();
      await run(PI_PROGRAM, ...more, ...args);
      if (round >= 0) times[at]?.push(performance.now() - before);
    }
  }
  const [without, withIt] = times.map(median) as [number, number];
  const name = `pi ${args.find((arg) => arg !== "--no-session")}`.padEnd(18);
  const ratio = (withIt / without).toFixed(2);
  console.log(`${name} ${without.toFixed(0)} ms, with it ${withIt.toFixed(0)} ms, ratio ${ratio}`);
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
