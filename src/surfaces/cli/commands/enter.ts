import { knownAgent } from "../../../desk/known-agents.ts";
import { localActor } from "../../../desk/persons.ts";
import type { Run } from "../commands.ts";
import { typedAgent } from "../hook-agent.ts";
import { HOOK_HOSTS } from "../hook-host.ts";
import { refused, reply } from "../reply.ts";
import { agentText } from "../text/agents-text.ts";

/** Puts an agent into plan mode. Any process may do that, also the agent's own; only a person ends plan mode. */
export const run: Run = async (session, args) => {
  const [typed = "", ...words] = args.words;
  const id = typedAgent(typed, Object.keys(HOOK_HOSTS));
  const task = words.join(" ").trim();
  const desk = await session.desk();
  const entered = await desk.sendAgent(id, { type: "enter", ...(task && { task }) }, localActor(session.env));
  const now = new Date();
  if (entered.ok) {
    const { style } = session;
    const said = [
      `${style.green("Planning")}: ${style.cyan(id)}`,
      "It can read and cannot change anything. A person ends plan mode with:",
      `  countersign leave ${id}`,
    ];
    return reply({ agent: knownAgent(id, entered.value, desk.at()), entered: true }, said.join("\n"));
  }
  // A second enter shows the agent's state.
  const found = entered.refusal.kind === "already_planning" ? await desk.agent(id) : undefined;
  if (!found?.ok || found.value.phase === "executing") return refused(entered.refusal);
  const agent = knownAgent(id, found.value, desk.at());
  return reply({ agent, entered: false }, `Already in plan mode:\n${agentText(agent, { ...session, now })}`);
};
