import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { writeModelsJson } from "../../src/testing/models-json.ts";
import { OpenAiServer } from "../../src/testing/openai-server.ts";
import { median } from "./median.ts";

const PROCESS = fileURLToPath(new URL("extension.process.ts", import.meta.url));
const PI = fileURLToPath(new URL("bundle/cli.js", import.meta.resolve("@earendil-works/pi-coding-agent")));
const WANTED = 30;

interface Place {
  /** Where the package is installed. */
  installed: string;
  /** Nothing is left outside of it. */
  scratch: string;
  rounds: number;
}

type Run = (...args: string[]) => Promise<string>;

/** What our extension costs pi when it starts: in process, beside one that does nothing, and in whole runs of `pi`. */
export async function measureExtension({ installed, scratch, rounds }: Place): Promise<boolean> {
  const [cwd, agentDir] = [join(scratch, "empty"), join(scratch, "agent")];
  for (const directory of [cwd, agentDir]) mkdirSync(directory, { recursive: true });
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
  const isLight = await inProcess(run, [extension, ...nothings(scratch), cwd, agentDir], rounds);
  for (const args of [["--version"], ["--no-session", "-p", "hello"]]) await wholeRuns(run, args, extension, rounds);
  await server.close();
  return isLight;
}

async function inProcess(run: Run, args: string[], rounds: number): Promise<boolean> {
  const measured: Record<"ours" | "nothing", { load: number; start: number }>[] = [];
  for (let round = -1; round < rounds; round++) {
    const printed = JSON.parse(await run(PROCESS, ...args));
    // Before the first, nothing is compiled.
    if (round >= 0) measured.push(printed);
  }
  const cost = median(measured.map(({ ours, nothing }) => ours.load + ours.start - nothing.load - nothing.start));
  const [load, start] = (["load", "start"] as const).map((part) => median(measured.map(({ ours }) => ours[part])));
  const parts = `loading it ${load?.toFixed(1)} ms, starting a session ${start?.toFixed(1)} ms`;
  console.log(`extension in pi    ${parts}`);
  console.log(`… beside nothing   +${cost.toFixed(1)} ms (wanted: at most ${WANTED})`);
  return cost <= WANTED;
}

/** Interleaved, so that both see the same machine. */
async function wholeRuns(run: Run, args: string[], extension: string, rounds: number): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    for (const [at, more] of [[], ["-e", extension]].entries()) {
      const before = performance.now();
      await run(PI, ...more, ...args);
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
