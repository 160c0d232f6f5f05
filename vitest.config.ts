import { availableParallelism } from "node:os";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isPi1, piModules } from "./test/pi-under-test.ts";
import { SkippedTests } from "./test/skipped-tests.ts";

/** Those that take longest, longest first: whatever is begun last should be done soon. */
const SLOW = [
  "surfaces/cli/plan",
  "demo",
  "surfaces/cli/run",
  "surfaces/terminal/restart",
  "surfaces/cli/rollback",
  "surfaces/discord/run-questions",
  "surfaces/discord/restart-in-session",
  "surfaces/terminal/real-cli",
  "surfaces/cli/queue",
  "desk/attacks",
  "agent/session-run",
  "agent/attacks/planning",
  "surfaces/terminal/commands-story",
  "surfaces/terminal/modes",
  "run/snapshot",
  "surfaces/discord/faults",
  "surfaces/discord/troubles",
  "demo-terminal",
  "surfaces/cli/in-a-terminal",
  "agent/attacks/subagents",
  "stories/run-stories",
  "sandbox/planning",
].map((name) => `test/${name}.test.ts`);

/** What kills processes, tries lines by chance for minutes, installs the package, or tells long stories in a browser, or needs a database server: `npm run test:hard`. */
const HARD = [
  "agent/two-processes",
  "desk/{chaos,races}",
  "{installed,package}",
  "policy/shell/{differential,processes}",
  "policy/shell/fuzz/executed",
  "policy/shell/programs/{awk-program,sed-script}",
  "run/executor-chaos",
  "sandbox/fuzz",
  "surfaces/discord/{crash,heard-once,kills,process,soak}",
  "surfaces/terminal/subagents-killed",
  "surfaces/web/browser/{pages,review,run,stories}",
  "team/**/*",
].map((name) => `test/${name}.test.ts`);

/**
 * To load what they test takes these longer than to test it: they take turns in a few processes, and begin when all others
 * have begun. None opens a session of pi.
 */
const TOGETHER = [
  "test/{corpus,desk,lifecycle,picture,plan,policy}/**/*.test.ts",
  // The client of discord.js cannot send files once pi has put another undici in place.
  "test/testing/*.test.ts",
  "test/surfaces/cli/**/*.test.ts",
  "test/surfaces/discord/{cards,config,conversation,picture}/**/*.test.ts",
  "test/surfaces/terminal/review/**/*.test.ts",
  "test/surfaces/terminal/{browser,cards,lines,panel,spent,status-line,status-line-of,keyboard-input}.test.ts",
  "test/surfaces/terminal/{call-action,commands/plan-input}.test.ts",
  "test/surfaces/terminal/dialogs/{ask-plainly,closing-message,dialogs,is-meant,odd-text}.test.ts",
  "test/run/!(command-runner).test.ts",
  "test/sandbox/{environment,seatbelt}.test.ts",
];

/**
 * The same for what people see of a session of pi. Tests of the agent and of its guard have a process for each file: marks
 * and bonds of sessions hold for a whole process, and one that another file left behind could hide that a guard is missing.
 */
const DISCORD = ["test/surfaces/discord/**/*.test.ts"];
/** Not in one process with those: the client of discord.js cannot send files once pi has put another undici in place. */
const TERMINAL = ["test/surfaces/terminal/**/*.test.ts"];

/** What we rely on in pi is shown of pi file by file, as it is installed; all others open sessions of pi in a few pieces. */
const OF_PI = ["test/agent/pi-*contract.test.ts"];
const resolve = { alias: await piModules() };
const resolveOfPi = process.env["PI_UNDER_TEST"] === undefined ? {} : { resolve };

/** About parts of pi that it has from 1.x on. */
const OF_PI_1 = isPi1 ? [] : ["test/**/*.pi-1.test.ts"];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      if (project.name === "hard") return -1;
      const at = SLOW.findIndex((name) => moduleId.endsWith(`/${name}`));
      if (at !== -1) return at;
      return SLOW.length + (project.name === "together" ? 1 : 0);
    };
    return (await super.sort(files)).sort((one, two) => place(one) - place(two));
  }
}

// Each process loads pi and discord.js: what V8 compiled of them for one serves the next.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(
  new URL("node_modules/.cache/countersign-tests/compiled", import.meta.url),
);

export default defineConfig({
  test: {
    setupFiles: ["test/set-up-properties.ts", "test/set-up-undoing.ts"],
    reporters: ["default", new SkippedTests()],
    // What waits for something that never comes fails soon, and a busy machine has time enough.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    // Two more than there are processors: half of the time, tests wait for what a terminal shows or a disk has written.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        resolve,
        test: {
          name: "alone",
          include: ["test/**/*.test.ts"],
          exclude: [...TOGETHER, ...DISCORD, ...TERMINAL, ...OF_PI, ...OF_PI_1, ...HARD],
        },
      },
      {
        extends: true,
        resolve,
        test: { name: "discord", include: DISCORD, exclude: [...TOGETHER, ...OF_PI_1, ...HARD], isolate: false },
      },
      {
        extends: true,
        resolve,
        test: { name: "terminal", include: TERMINAL, exclude: [...TOGETHER, ...OF_PI_1, ...HARD], isolate: false },
      },
      { extends: true, ...resolveOfPi, test: { name: "of pi", include: OF_PI } },
      { extends: true, resolve, test: { name: "slow", include: SLOW.filter(isOneOf(TOGETHER)) } },
      {
        extends: true,
        resolve,
        test: { name: "together", include: TOGETHER, exclude: [...SLOW, ...HARD], isolate: false },
      },
      { extends: true, resolve, test: { name: "hard", include: HARD, testTimeout: 120_000 } },
    ],
  },
});

function isOneOf(places: readonly string[]): (file: string) => boolean {
  return (file) => places.some((place) => matchesGlob(file, place));
}
