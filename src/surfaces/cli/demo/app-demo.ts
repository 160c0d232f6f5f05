import { spawn } from "node:child_process";
import { MODEL, PROVIDER } from "./model-name.ts";
import { play } from "./play.ts";
import { LONGEST_MS, type Played } from "./program.ts";
import { StageDesk } from "./stage-desk.ts";
import { Telling } from "./telling.ts";

/** The terminal app with the scripted model. Returns the exit code. */
export async function appDemo({ stage, program, running, hasTerminal, print }: Played): Promise<number> {
  const [node, ...args] = program.countersign;
  // Without a session on disk: pi would name it at the end, when it is removed.
  const model = ["--extension", program.model, "--provider", PROVIDER, "--model", MODEL, "--no-session"];
  const app = [...args, ...model];
  const place = { cwd: stage.project, env: stage.env };
  if (hasTerminal) return running.ends(spawn(node, app, { ...place, stdio: "inherit" }));
  const start = () =>
    running.start(
      spawn(node, [...app, "--mode", "rpc"], { ...place, stdio: ["pipe", "pipe", "inherit"], timeout: LONGEST_MS }),
    );
  const desk = new StageDesk(stage, program.countersign);
  try {
    return (await play(desk, start, new Telling(print))) ? 0 : 1;
  } finally {
    desk.close();
  }
}
