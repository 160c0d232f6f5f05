import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { root } from "./made-once.ts";
import { installLines, missingPrograms } from "./system-programs.ts";

/** Where a run leaves the names of the files in which it skipped tests, for `npm run test:confined`. */
export const SKIPPED_FILES = `${root}node_modules/.cache/countersign-tests/skipped-files.json`;

/**
 * Says once, at the end, how many tests were skipped and the line that installs what they need. With
 * `COUNTERSIGN_TEST_FAIL_ON_SKIP=1` a skipped test is a failure.
 */
export class SkippedTests implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // Tests that were not asked for count as skipped, too.
    if (this.#isFiltered) return;
    const skipped = modules.map((module) => ({ module, count: [...module.children.allTests("skipped")].length }));
    const files = skipped.filter(({ count }) => count > 0).map(({ module }) => relative(root, module.moduleId));
    mkdirSync(dirname(SKIPPED_FILES), { recursive: true });
    writeFileSync(SKIPPED_FILES, JSON.stringify(files));
    const count = skipped.reduce((sum, { count }) => sum + count, 0);
    if (count === 0) return;
    process.stderr.write(`\n${summary(count, files)}\n`);
    if (process.env["COUNTERSIGN_TEST_FAIL_ON_SKIP"]) process.exitCode = 1;
  }
}

function summary(count: number, files: readonly string[]): string {
  const tests = count === 1 ? "1 test was skipped" : `${count} tests were skipped`;
  const missing = missingPrograms();
  if (missing.length === 0) return `SKIPPED: ${tests}, though no program is missing: ${files.join(", ")}`;
  return [
    `SKIPPED: ${tests}, in ${files.length === 1 ? "1 file" : `${files.length} files`}. This machine lacks ${missing.join(", ")}. To install them:`,
    ...installLines(missing).map((line) => `  ${line}`),
  ].join("\n");
}
