import { auditWords } from "../../../desk/audit-words.ts";
import type { DeskEvent } from "../../../desk/events.ts";
import { toldEvent } from "../../../desk/told-event.ts";
import { watch } from "../../../desk/watch.ts";
import { visible } from "../../../plan/visible.ts";
import type { Run } from "../commands.ts";
import { noJournal, printed } from "../reply.ts";
import type { Style } from "../style.ts";

export const run: Run = async (session, args) => {
  const [journal] = args.words;
  const desk = await session.desk();
  if (journal !== undefined && !(await desk.store.journalNames()).includes(journal)) return noJournal(journal);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  if (!session.json && session.isTerminal) session.print(session.style.dim("Watching; Ctrl+C stops.\n"));
  const since = args.options["past"] === true ? { since: 0 } : {};
  for await (const event of watch(desk, { signal: stop.signal, ...since })) {
    if (journal !== undefined && event.journal !== journal) continue;
    session.print(session.json ? `${JSON.stringify(toldJson(event))}\n` : line(event, session.style));
  }
  return printed();
};

/** As on the bus, with the whole actor, and without the plan's text. */
function toldJson(event: DeskEvent) {
  const { data, ...told } = toldEvent(event);
  const { text: _, ...rest } = data as DeskEvent["data"] & { text?: string };
  const title = "plan" in data ? { title: data.plan.title } : {};
  return { event: { ...told, journal: event.journal, by: event.by, data: { ...rest, ...title } } };
}

/** Time, plan, event, details, actor. */
function line({ name, journal, at, by, data }: DeskEvent, style: Style): string {
  const words = auditWords(data, undefined);
  const about = words ? `  ${visible(words.replaceAll(/\s+/g, " "))}` : "";
  const who = style.dim(`${visible(by.name)} (${visible(by.surface)})`);
  return `${style.dim(at.slice(11, 19))}  ${style.cyan(visible(journal))}  ${style.bold(name)}${about}  ${who}\n`;
}
