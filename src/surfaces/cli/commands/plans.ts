import { mayBeUnfinished } from "../../../acts/may-be-unfinished.ts";
import { defined } from "../../../plan/defined.ts";
import { list, number, text } from "../command-line.ts";
import { type Run, STATUSES } from "../commands.ts";
import { tellDistrusted } from "../distrusted.ts";
import { reply, usage } from "../reply.ts";
import { plansText } from "../text/plans-text.ts";
import { tellUnfinished } from "../unfinished.ts";

export const run: Run = async (session, args) => {
  const limit = number(args, "limit");
  const status = list(args, "status").map((word) => word.replaceAll("-", "_"));
  const unknown = status.find((word) => !STATUSES.includes(word));
  if (unknown !== undefined) return usage(`There is no status "${unknown}".`, `One of: ${STATUSES.join(", ")}.`);
  const after = text(args, "after");
  if (after !== undefined && !/^\S* PLAN-\w{8}$/.test(after))
    return usage("--after needs the cursor that the page before printed.");
  const desk = await session.desk();
  const { applyTimeOuts } = await import("../../../desk/time-outs.ts");
  await applyTimeOuts(desk);
  const page = await desk.plans({
    limit: limit ?? 50,
    ...(session.json && { count: true }),
    ...(status.length > 0 && { status }),
    ...(args.options["archived"] === true && { archived: true }),
    ...defined({ after }),
  });
  const isFiltered = status.length > 0 || after !== undefined;
  const isAll = !isFiltered && args.options["archived"] !== true && page.next === undefined;
  const mayBeSome = !isAll || page.rows.some(mayBeUnfinished);
  const unfinished = mayBeSome ? await tellUnfinished(session, desk) : undefined;
  const distrusted = await tellDistrusted(session, desk);
  const unreadable = page.rows.filter((row) => row.problem?.kind === "unreadable");
  const json = {
    plans: page.rows.filter((row) => row.problem?.kind !== "unreadable"),
    unreadable: unreadable.map(({ id, title, status: standing, problem }) => ({
      id,
      title,
      status: standing,
      ...problem,
    })),
    total: page.total,
    ...defined({ next: page.next }),
    ...unfinished?.json,
    ...distrusted?.json,
  };
  const now = new Date();
  const lines = plansText(page, { ...session, now, isFiltered });
  return reply(json, `${unfinished?.text ?? ""}${distrusted?.text ?? ""}${lines}`, desk.configuration.problems);
};
