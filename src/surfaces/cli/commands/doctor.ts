import { visible } from "../../../plan/visible.ts";
import type { Run } from "../commands.ts";
import { type Check, examine } from "../examination.ts";
import { modelSources } from "../model-sources.ts";
import { piCheck } from "../pi-check.ts";
import { refused, reply } from "../reply.ts";
import { examineSandbox } from "../sandbox-checks.ts";
import { findPi } from "./start.ts";

export const run: Run = async (session, args) => {
  const desk = await session.desk();
  const examined = await examine(desk, { fix: args.options["fix"] === true });
  const around = await examineSandbox(desk, session.env);
  const { sandbox } = around;
  const checks = [...examined, ...around.checks, piCheck(findPi()?.version), modelCheck(session.env)];
  const { style } = session;
  const marks: Record<Check["result"], string> = {
    good: style.green("ok   "),
    fixed: style.cyan("fixed"),
    note: style.yellow("note "),
    bad: style.red("WRONG"),
  };
  const text = checks
    .map(
      ({ result, what, hint }) =>
        `${marks[result]}  ${visible(what, { spelled: true })}${
          hint && result !== "good"
            ? hint
                .split("\n")
                .map((line) => `\n       ${style.dim(visible(line, { spelled: true }))}`)
                .join("")
            : ""
        }`,
    )
    .join("\n");
  const bad = checks.filter(({ result }) => result === "bad");
  if (bad.length === 0) return reply({ healthy: true, checks, sandbox }, text);
  return refused({
    kind: "unhealthy",
    message: `${bad.length} of ${checks.length} checks failed.\n${text}`,
    facts: { healthy: false, checks, sandbox },
  });
};

function modelCheck(env: NodeJS.ProcessEnv): Check {
  const [first, ...others] = modelSources(env);
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  if (first !== undefined) return { result: "good", what: `a model to plan with: ${first}${more}` };
  const hint = "Start countersign in a terminal, which leads you to one, or set a key such as ANTHROPIC_API_KEY.";
  return { result: "note", what: "no model to plan with: pi has no login, no models.json and no key", hint };
}
