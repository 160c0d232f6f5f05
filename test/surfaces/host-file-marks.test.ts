import { expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { hostFileWarnings } from "../../src/policy/signed-host-file.ts";
import { stepFields } from "../../src/surfaces/terminal/review/step-fields.ts";

const STEP: Step = {
  id: "one",
  title: "One",
  files: ["src/**", ".vscode/settings.json", ".claude/**", "package.json"],
};
const WARNING = ".vscode/settings.json: VS Code and its relatives would load it as settings";

it("a file that a step names and a host loads is told with its host", () => {
  expect(hostFileWarnings(STEP)).toEqual([WARNING]);
  expect(hostFileWarnings({})).toEqual([]);
});

it("the review in the terminal marks it as a danger, first of all fields", () => {
  const plan = { id: "PLAN-0000abcd" as const, title: "T", steps: [STEP] };
  const [first] = stepFields(plan, STEP);
  expect(first).toMatchObject({ label: "danger", folded: "packed" });
  expect(first?.text).toContain("VS Code and its relatives would load it as settings");
  expect(stepFields(plan, { ...STEP, files: ["src/**"] }).map(({ label }) => label)).not.toContain("danger");
});
