import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { visible } from "../../plan/visible.ts";
import type { PreflightFacts } from "../preflight.ts";
import type { PlacedStep } from "../steps-left.ts";
import { pathIn } from "./path-in.ts";

const SHOWN = 5;

/** Changes since the plan was made. Artifacts were signed; the plan only relies on files of the project. */
export function checkWorld(left: readonly PlacedStep[], facts: PreflightFacts): Problem[] {
  const { artifacts = [], changed = [], unseen } = facts;
  return [
    ...artifacts.map((name): Problem => {
      const message = `the artifact ${quoted(name)} is gone, or not the one that was signed`;
      const hint = "put it back, or propose the plan again";
      return { severity: "error", kind: "changed_artifact", message, hint, path: "context.artifacts" };
    }),
    ...left.flatMap((placed): Problem[] => {
      const files = changed.find(({ step }) => step === placed.step.id)?.files ?? [];
      if (files.length === 0) return [];
      const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : "";
      const list = files.slice(0, SHOWN).map(quoted).join(", ");
      const message = `step ${quoted(placed.step.id)} relies on files that changed since the plan was made: ${list}${more}`;
      const hint = "look whether the step still fits";
      return [{ severity: "warning", kind: "changed_since", message, hint, path: pathIn(placed, "files") }];
    }),
    ...(unseen === undefined ? [] : [notSeen(unseen)]),
  ];
}

function notSeen(because: string): Problem {
  const message = `changes that are not committed were not looked for: git would use ${visible(because)}`;
  return { severity: "warning", kind: "changes_not_seen", message };
}
