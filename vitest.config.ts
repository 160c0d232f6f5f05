import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take longest, longest first: whatever is begun last should be done soon. */
const SLOW = [
  "plan/markdown-properties",
  "policy/shell/fuzz/executed",
  "surfaces/cli/commands",
  "desk/races",
  "desk/chaos",
  "surfaces/cli/hook",
  "desk/attacks",
  "sandbox/planning",
  "lifecycle/laws",
  "surfaces/cli/in-a-terminal",
  "sandbox/fuzz",
  "policy/shell/programs/awk-program",
  "policy/shell/programs/sed-script",
  "package",
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at === -1 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((one, two) => place(one) - place(two));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/set-up-properties.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Vitest would leave one processor idle; of two that is half.
    maxWorkers: "100%",
    sequence: { sequencer: SlowFirst },
  },
});
