import { localActor } from "../../../desk/persons.ts";
import { defined } from "../../../plan/defined.ts";
import { list, number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { planJson } from "../plan-json.ts";
import { readInput } from "../read-input.ts";
import { refused, reply } from "../reply.ts";
import { inFile, located } from "../text/problems-text.ts";

export const run: Run = async (session, args) => {
  const [file = "-"] = args.words;
  const expected = number(args, "expected");
  const input = readInput(file);
  if (!input.ok) return refused(input.refusal);
  const desk = await session.desk();
  const id = text(args, "plan");
  const tools = list(args, "tools");
  const before = id === undefined ? undefined : await desk.plan(id);
  if (before && !before.ok) return refused(before.refusal);
  const outcome = await desk.propose(input.value, localActor(session.env), {
    ...defined({ id }),
    ...(args.options["fix"] === true && { fix: true }),
    ...(tools.length > 0 && { tools: new Set(tools) }),
    ...defined({ expected }),
  });
  if (!outcome.ok) return refused(inFile(outcome.refusal, file));
  const { plan, warnings, isReplaced } = outcome.value;
  const { revision } = plan.proposal;
  const { style } = session;
  const said = [
    isReplaced
      ? `${style.yellow("Replaced")} the text of ${style.cyan(plan.id)}, still revision ${revision}. It waits for approval:`
      : `${style.green("Proposed")} ${style.cyan(plan.id)}, revision ${revision}. It waits for approval:`,
    `  countersign show ${plan.id}`,
    `  countersign approve ${plan.id}`,
  ];
  return reply({ plan: planJson(plan) }, said.join("\n"), located(warnings, file));
};
