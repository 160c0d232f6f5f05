import { inbox } from "../../../desk/requests.ts";
import type { Run } from "../commands.ts";
import { reply } from "../reply.ts";
import { inboxText } from "../text/inbox-text.ts";

export const run: Run = async (session, args) => {
  const desk = await session.desk();
  const requests = await inbox(desk, { all: args.options["all"] === true });
  return reply({ requests }, inboxText(requests, { ...session, now: new Date() }), desk.configuration.problems);
};
