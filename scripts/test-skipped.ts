// Runs the files of tests in which the last run of the tests skipped some, on a machine that has what they need: a test
// that is skipped again is a failure.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { SKIPPED_FILES } from "../test/skipped-tests.ts";

const files: string[] = JSON.parse(readFileSync(SKIPPED_FILES, "utf8"));
if (files.length > 0) {
  const { status, error } = spawnSync("vitest", ["run", ...files, ...process.argv.slice(2)], {
    env: { ...process.env, COUNTERSIGN_TEST_FAIL_ON_SKIP: "1" },
    stdio: "inherit",
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
}
