// On a machine that has every program tests need: the files in which the last run skipped tests (on a bare machine, if that
// was `npm run test:bare`), and the files whose commands run in the sandbox where there is one.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SKIPPED_FILES } from "../test/skipped-tests.ts";

const CONFINED = [
  "agent/{attacks,step-runner}/*",
  "agent/{confined-bash,plan-mode,recovery,session-run}",
  "stories/*",
  "run/{carry-out-step,command-runner,execute,findings,judge-step-calls,project-sandbox}",
  "surfaces/cli/{hook,judge,queue,run,run-with-an-agent,sandbox}",
  "surfaces/discord/{confirming,execution,promised,restart-in-session,restart-of-runs,run-questions,stories}",
  "surfaces/terminal/{commands-story,restart,story,subagents-story,two-terminals}",
].map((name) => `test/${name}.test.ts`);

const cwd = fileURLToPath(new URL("../", import.meta.url));
const skipped: string[] = JSON.parse(readFileSync(SKIPPED_FILES, "utf8"));
const files = [...new Set([...skipped, ...globSync(CONFINED, { cwd })])];
const { status, error } = spawnSync("vitest", ["run", "--project", "!hard", ...files, ...process.argv.slice(2)], {
  ...{ cwd, stdio: "inherit" },
});
if (error) throw error;
process.exitCode = status ?? 1;
