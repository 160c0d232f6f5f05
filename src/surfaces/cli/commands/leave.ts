import { knownAgent } from "../../../desk/known-agents.ts";
import { modeOf } from "../../../desk/situation.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { typedAgent } from "../hook-agent.ts";
import { HOOK_HOSTS } from "../hook-host.ts";
import { askPerson } from "../person.ts";
import { refused, reply } from "../reply.ts";
import { agentText } from "../text/agents-text.ts";

/** Ends plan mode of an agent: only a person can. Its proposed plan stays. */
export const run: Run = async (session, args) => {
  const id = typedAgent(args.words[0] ?? "", Object.keys(HOOK_HOSTS));
  const desk = await session.desk();
  const found = await desk.agent(id);
  if (!found.ok) return refused(found.refusal);
  if (modeOf(found.value) === "none") {
    const hint = "countersign agents lists the agents of this project.";
    return refused({ kind: "not_planning", message: `${id} is not in plan mode.`, hint, facts: { phase: "inactive" } });
  }
  const before = knownAgent(id, found.value, desk.at());
  const note = text(args, "message");
  const person = await askPerson(session, desk, {
    show: agentText(before, { ...session, now: new Date() }).trimEnd(),
    question: `Let ${id} out of plan mode? It can change things then.`,
    ...(note && { typed: note }),
  });
  if (!person.ok) return refused(person.refusal);
  const how = args.options["hand-off"] === true ? "handed_off" : "cancelled";
  const left = await desk.sendAgent(id, { type: "leave", how, ...(note && { note }) }, person.value);
  if (!left.ok) return refused(left.refusal);
  const { style } = session;
  const plan =
    before.plan_id === undefined ? "" : `\n${style.dim(`Its plan stays: countersign show ${before.plan_id}`)}`;
  const said = `${style.green("Out")} of plan mode: ${style.cyan(id)}.${plan}`;
  return reply({ agent: knownAgent(id, left.value, desk.at()) }, said);
};
