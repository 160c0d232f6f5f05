import { spawnSync } from "node:child_process";
import type { Stage } from "./stage.ts";

/** The sample project's own tests before the story, as Node reports them. */
export function failingTests({ project, env }: Stage): string {
  const { stdout } = spawnSync("node", ["--test", "--test-reporter=tap"], { cwd: project, env, encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => /^(?:not )?ok |^# (?:pass|fail) /.test(line));
  return ["$ node --test", ...lines].join("\n");
}
