import { inboxPage } from "../../../desk/requests.ts";
import { defined } from "../../../plan/defined.ts";
import { number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { tellDistrusted } from "../distrusted.ts";
import { reply, usage } from "../reply.ts";
import { inboxText } from "../text/inbox-text.ts";
import { tellUnfinished } from "../unfinished.ts";

export const run: Run = async (session, args) => {
  const limit = number(args, "limit");
  const after = text(args, "after");
  if (after !== undefined && !/^\S+ \S+\/\S+$/.test(after))
    return usage("--after needs the cursor that the page before printed.");
  const all = args.options["all"] === true;
  const desk = await session.desk();
  const page = await inboxPage(desk, { all, limit: limit ?? 200, ...defined({ after }) });
  const unfinished = await tellUnfinished(session, desk);
  const distrusted = await tellDistrusted(session, desk);
  const now = new Date();
  const lines = inboxText(page, { ...session, now, all });
  const { requests, total, next } = page;
  return reply(
    {
      requests,
      total,
      ...defined({ next }),
      ...unfinished?.json,
      ...distrusted?.json,
    },
    `${unfinished?.text ?? ""}${distrusted?.text ?? ""}${lines}`,
    desk.configuration.problems,
  );
};
