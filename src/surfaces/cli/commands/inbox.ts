import { inbox } from "../../../desk/requests.ts";
import type { Run } from "../commands.ts";
import { reply } from "../reply.ts";
import { stuckJson, stuckPlans } from "../run/stuck-plans.ts";
import { inboxText } from "../text/inbox-text.ts";
import { stuckText } from "../text/stuck-text.ts";

export const run: Run = async (session, args) => {
  const desk = await session.desk();
  const requests = await inbox(desk, { all: args.options["all"] === true });
  const stuck = await stuckPlans(desk);
  const now = new Date();
  const lines = inboxText(requests, { ...session, now });
  return reply(
    { requests, ...(stuck.length > 0 && { stuck: stuck.map(stuckJson) }) },
    stuck.length === 0 ? lines : `${stuckText(stuck, { ...session, now })}\n${lines}`,
    desk.configuration.problems,
  );
};
