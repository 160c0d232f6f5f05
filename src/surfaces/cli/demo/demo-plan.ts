import { type EmptyTitle, emptyTitleSentence } from "./empty-title.ts";
import { README, SLUG, TESTS } from "./sample-project.ts";

type DemoStep = {
  id: string;
  title: string;
  mode: string;
  risk: string;
  description?: string;
  tools?: string[];
  files?: string[];
  depends_on?: string[];
  verify?: string;
  run?: string;
  undo?: string;
};

const TOOLS = ["read", "edit", "write"];

const PIN: DemoStep = {
  id: "pin",
  title: "Pin the agreed behaviour with a test",
  mode: "test",
  tools: TOOLS,
  files: [TESTS],
  risk: "low",
  verify: `grep -q "no letters" ${TESTS}`,
};

const SUITE: DemoStep = {
  id: "suite",
  title: "Run all tests",
  mode: "run",
  risk: "low",
  run: "node --test",
  depends_on: ["slug"],
};

/**
 * The plan that the scripted model submits. It cannot understand a reviewer's request, and says so; but it adds what
 * most reviewers want: first a test for the agreed behaviour, then how to undo each step.
 */
export function demoPlan(revision: number, empty: EmptyTitle, feedback: readonly string[]) {
  const steps = [...(revision > 1 ? [PIN] : []), slugStep(empty), readmeStep(empty), SUITE];
  return {
    title: "Addresses that are plain words",
    goal: "All tests pass: slug() gives plain words for every title.",
    summary: [
      "slug() only lowers the case and replaces spaces. It shall take accents off and join what is left by single hyphens.",
      ...(revision > 1 ? ["Since the first revision: a test pins the agreed behaviour before anything changes."] : []),
      ...(revision > 2 ? ["Since the second: every step says how to undo it."] : []),
    ].join(" "),
    assumptions: [
      emptyTitleSentence(empty),
      ...feedback.map((words, at) => `On revision ${at + 1} it was said: ${words}`),
    ],
    risks: ["Addresses that are already published may change: they need redirects."],
    steps: revision > 2 ? steps.map(withUndo) : steps,
    validation: "node --test",
  };
}

function slugStep(empty: EmptyTitle): DemoStep {
  return {
    id: "slug",
    title: "Let slug() give plain words only",
    description: emptyTitleSentence(empty),
    mode: "code",
    tools: TOOLS,
    files: [SLUG],
    risk: "medium",
    verify: `node --test ${TESTS}`,
  };
}

function readmeStep(empty: EmptyTitle): DemoStep {
  return {
    id: "readme",
    title: "Say so in the README",
    description: emptyTitleSentence(empty),
    mode: "docs",
    tools: TOOLS,
    files: [README],
    risk: "low",
    depends_on: ["slug"],
    verify: `grep -q "letters or digits" ${README}`,
  };
}

function withUndo(step: DemoStep): DemoStep {
  return step.files === undefined ? step : { ...step, undo: `git restore ${step.files.join(" ")}` };
}
