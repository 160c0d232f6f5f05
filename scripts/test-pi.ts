// The tests about pi on another version of it than the installed one: `npm run test:pi`, or `npm run test:pi -- 1.5.2`, and after them
// the published package in that pi. Skipped, said aloud, if the registry cannot be reached; a failure where skipping is not allowed.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TESTED_PI } from "../src/agent/pi-version.ts";
import { otherPi } from "../test/pi-under-test.ts";

const ABOUT_PI = ["test/agent", "test/surfaces/terminal"];
const INSTALLED = "test/installed.test.ts";

const cwd = fileURLToPath(new URL("../", import.meta.url));
const [version = TESTED_PI.at(-1) ?? "", ...files] = process.argv.slice(2);
process.exitCode = (await isThere()) ? testAll() : 0;

async function isThere(): Promise<boolean> {
  try {
    await otherPi(version);
    return true;
  } catch (error) {
    const message = [
      `pi ${version} could not be fetched: ${(error as Error).message}`,
      `Neither types nor tests were tried on it. To try them, where npm reaches a registry with @earendil-works/pi-coding-agent@${version}:`,
      `  npm run test:pi -- ${version}`,
    ].join("\n");
    if (process.env["COUNTERSIGN_TEST_FAIL_ON_SKIP"]) throw new Error(message);
    console.warn(`SKIPPED: ${message}`);
    return false;
  }
}

function testAll(): number {
  if (files.length > 0) return test(files.includes(INSTALLED) ? "hard" : "!hard", files);
  return test("!hard", ABOUT_PI) || test("hard", [INSTALLED]);
}

function test(project: string, names: readonly string[]): number {
  const args = ["run", "--project", project, ...names];
  const env = { ...process.env, PI_UNDER_TEST: version };
  const { status, error } = spawnSync("vitest", args, { cwd, env, stdio: "inherit" });
  if (error) throw error;
  return status ?? 1;
}
