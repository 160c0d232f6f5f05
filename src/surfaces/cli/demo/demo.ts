import { setTimeout as sleep } from "node:timers/promises";
import { appDemo } from "./app-demo.ts";
import { type DemoOptions, farewell } from "./farewell.ts";
import type { Program } from "./program.ts";
import { Running } from "./running.ts";
import { makeStage } from "./stage.ts";
import { webDemo } from "./web-demo.ts";

/** Prepares the program in an empty directory, which is removed afterwards. */
export type Prepare = (backstage: string) => Program | Promise<Program>;

/**
 * The terminal app, or the dashboard, on a throwaway project, with a scripted model; without a terminal the story plays by
 * itself as text. Removes everything afterwards, also when it is interrupted. Returns the exit code.
 */
export async function demo(prepare: Prepare, options: DemoOptions): Promise<number> {
  const { hasTerminal, isWeb } = options;
  const running = new Running();
  const print = (line: string) => {
    if (!running.isInterrupted) process.stdout.write(`${line}\n`);
  };
  try {
    const stage = running.take(makeStage(process.env));
    const program = await running.unlessLeft(hasTerminal, () => prepare(stage.backstage));
    const code = await (isWeb ? webDemo : appDemo)({ stage, program, running, hasTerminal, print });
    for (const line of farewell(options)) print(line);
    return code;
  } catch (error) {
    // Ctrl+C also ends the programs that this process waits for. Node reports their failure before it reports the
    // signal.
    await sleep(50);
    throw error;
  } finally {
    await running.stop();
  }
}
