import type { DeskEvent } from "../../../desk/events.ts";
import { watch } from "../../../desk/watch.ts";
import { visible } from "../../../plan/visible.ts";
import type { Run } from "../commands.ts";
import { refused, reply } from "../reply.ts";
import type { Style } from "../style.ts";

export const run: Run = async (session, args) => {
  const [journal] = args.words;
  const desk = await session.desk();
  if (journal !== undefined && !(await desk.store.journalNames()).includes(journal)) {
    return refused({
      kind: "not_found",
      message: `${journal} has no journal here.`,
      hint: "countersign plans and countersign agents list what there is.",
    });
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  if (!session.json && session.isTerminal) session.print(session.style.dim("Watching; Ctrl-C ends it.\n"));
  const since = args.options["past"] === true ? { since: 0 } : {};
  for await (const event of watch(desk, { signal: stop.signal, ...since })) {
    if (journal !== undefined && event.journal !== journal) continue;
    session.print(session.json ? `${JSON.stringify(brief(event))}\n` : line(event, session.style));
  }
  return reply({}, "");
};

/** Without the plan's whole text: it is in the journal. */
function brief(event: DeskEvent) {
  const { text: _, plan, ...data } = event.data as DeskEvent["data"] & { text?: string; plan?: { title: string } };
  return { event: { ...event, data: { ...data, ...(plan && { title: plan.title }) } } };
}

function line({ name, journal, at, by }: DeskEvent, style: Style): string {
  return `${style.dim(at.slice(11, 19))}  ${style.cyan(visible(journal))}  ${style.bold(name)}  ${visible(by.name)} (${by.surface})\n`;
}
