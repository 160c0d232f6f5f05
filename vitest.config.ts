import { availableParallelism } from "node:os";
import { matchesGlob } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { bundledPi } from "./test/bundled-pi.ts";

/** Those that take longest, longest first: whatever is begun last should be done soon. */
const SLOW = [
  "plan/markdown-properties",
  "agent/attacks/subagents",
  "run/executor-chaos",
  "policy/shell/fuzz/executed",
  "surfaces/terminal/real-cli",
  "surfaces/cli/plan",
  "desk/chaos",
  "surfaces/cli/commands",
  "surfaces/terminal/restart",
  "lifecycle/laws",
  "surfaces/cli/hook",
  "installed",
  "surfaces/cli/run",
  "surfaces/cli/steer",
  "surfaces/cli/rollback",
  "stories/run-stories",
  "run/executor-properties",
  "run/snapshot-properties",
  "run/turns",
  "desk/races",
  "desk/attacks",
  "demo",
  "sandbox/planning",
  "demo-terminal",
  "sandbox/fuzz",
  "surfaces/cli/in-a-terminal",
  "policy/shell/programs/awk-program",
  "policy/shell/programs/sed-script",
  "package",
].map((name) => `test/${name}.test.ts`);

/**
 * To load what they test takes these longer than to test it: they take turns in one process, and begin when all others
 * have begun. Nothing that opens a session of pi: marks and bonds of sessions hold for a whole process, and one that
 * another file left behind could hide that a guard is missing.
 */
const TOGETHER = [
  "test/{corpus,desk,lifecycle,plan,policy}/**/*.test.ts",
  // The client of discord.js cannot send files once pi has put another undici in place.
  "test/testing/*.test.ts",
  "test/surfaces/cli/**/*.test.ts",
  "test/surfaces/discord/{cards,config,conversation,picture}/**/*.test.ts",
  "test/surfaces/terminal/review/**/*.test.ts",
  "test/surfaces/terminal/{browser,cards,lines,panel,spent-since,ticker,ticker-of,typed-words}.test.ts",
  "test/surfaces/terminal/commands/plan-words.test.ts",
  "test/surfaces/terminal/dialogs/{ask-plainly,closing-words,dialogs,is-meant,odd-text}.test.ts",
  "test/run/!(command-runner).test.ts",
  "test/sandbox/{environment,seatbelt}.test.ts",
];

/** What we rely on in pi is shown of pi file by file, as it is installed; all others open sessions of pi in a few pieces. */
const OF_PI = ["test/agent/pi-*contract.test.ts"];
const resolve = { alias: await bundledPi() };

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const at = SLOW.findIndex((name) => moduleId.endsWith(`/${name}`));
      if (at !== -1) return at;
      return SLOW.length + (project.name === "together" ? 1 : 0);
    };
    return (await super.sort(files)).sort((one, two) => place(one) - place(two));
  }
}

export default defineConfig({
  test: {
    setupFiles: ["test/set-up-properties.ts", "test/set-up-undoing.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    // One more than there are processors: half of the time, tests of a terminal wait for what it shows.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        resolve,
        test: { name: "alone", include: ["test/**/*.test.ts"], exclude: [...TOGETHER, ...OF_PI] },
      },
      { extends: true, test: { name: "of pi", include: OF_PI } },
      { extends: true, resolve, test: { name: "slow", include: SLOW.filter(isOneOf(TOGETHER)) } },
      { extends: true, resolve, test: { name: "together", include: TOGETHER, exclude: SLOW, isolate: false } },
    ],
  },
});

function isOneOf(places: readonly string[]): (file: string) => boolean {
  return (file) => places.some((place) => matchesGlob(file, place));
}
