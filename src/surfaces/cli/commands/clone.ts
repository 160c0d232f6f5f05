import { randomBytes } from "node:crypto";
import { localActor } from "../../../desk/persons.ts";
import type { Run } from "../commands.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { livePlan } from "../run/live-plan.ts";

/** The same text as a new plan, which nobody has signed yet and of which nothing is done. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
  const found = await livePlan(desk, id);
  if (!found.ok) return refused(found.refusal);
  const copy = `PLAN-${randomBytes(4).toString("hex")}`;
  const outcome = await desk.propose(found.value.proposal.text, localActor(session.env), { id: copy });
  if (!outcome.ok) return refused(outcome.refusal);
  const { plan, warnings } = outcome.value;
  const { style } = session;
  const said = [
    `${style.green("Proposed")} ${style.cyan(plan.id)}, a copy of ${id}. It waits for a countersignature:`,
    `  countersign show ${plan.id}`,
    `  countersign approve ${plan.id}`,
  ];
  return reply({ plan: planJson(plan), cloned_from: id }, said.join("\n"), warnings);
};
