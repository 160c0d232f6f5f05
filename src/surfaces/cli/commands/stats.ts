import { sinceWhen } from "../../../desk/statistics/since.ts";
import { noStatistics, statisticsSections } from "../../../desk/statistics/statistics-text.ts";
import { statistics } from "../../../desk/statistics.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { reply, usage } from "../reply.ts";

export const run: Run = async (session, args) => {
  const words = text(args, "since");
  const since = words === undefined ? undefined : sinceWhen(words, new Date());
  if (words !== undefined && since === undefined)
    return usage(`--since needs a time like 30d, 12h, 2w or 2026-11-01, not "${words}".`);
  const desk = await session.desk();
  const found = await statistics(desk, since === undefined ? {} : { since });
  const nothing = noStatistics(found);
  const { style, width } = session;
  const sections = nothing === undefined ? statisticsSections(found, width) : [];
  const shown = sections.map(({ heading, lines }) => [style.bold(heading), ...lines, ""].join("\n")).join("\n");
  return reply({ statistics: found }, nothing ?? shown.trimEnd(), desk.configuration.problems);
};
