import { spawnSync } from "node:child_process";

/**
 * Which of these programs the system lacks. What needs them is skipped, loudly; where skipping is not allowed, as in
 * `.ci/run`, it fails instead.
 */
export function missingTools(...tools: string[]): string[] {
  const missing = tools.filter((tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0);
  if (missing.length === 0) return [];
  const message = `not installed: ${missing.join(", ")}. Install with: apt-get install ${missing.join(" ")}`;
  if (process.env["COUNTERSIGN_TEST_FAIL_ON_SKIP"]) throw new Error(message);
  console.warn(`SKIPPED: ${message}`);
  return missing;
}
