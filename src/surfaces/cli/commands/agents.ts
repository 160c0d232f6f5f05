import { knownAgents } from "../../../desk/known-agents.ts";
import { applyTimeOuts } from "../../../desk/time-outs.ts";
import type { Run } from "../commands.ts";
import { reply } from "../reply.ts";
import { agentsText } from "../text/agents-text.ts";

export const run: Run = async (session) => {
  const desk = await session.desk();
  await applyTimeOuts(desk);
  const agents = await knownAgents(desk);
  return reply({ agents }, agentsText(agents, { ...session, now: new Date() }), desk.configuration.problems);
};
