import { audit } from "../../../desk/audit.ts";
import { brokenGroups } from "../../../desk/broken-journal.ts";
import { defined } from "../../../plan/defined.ts";
import { counted } from "../../../plan/quantities.ts";
import { list, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { noJournal, refused, reply, usage } from "../reply.ts";
import { auditText, verifyText } from "../text/audit-text.ts";

export const run: Run = async (session, args) => {
  const [journal] = args.words;
  const since = text(args, "since");
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    return usage(`--since needs a time like 2026-11-15T09:00:00Z, not "${since}".`);
  const desk = await session.desk();
  if (journal !== undefined && !(await desk.store.journalNames()).includes(journal)) return noJournal(journal);
  const actions = list(args, "action");
  const found = await audit(desk, {
    ...defined({ journal }),
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(actions.length > 0 && { action: actions }),
  });
  const broken = found.journals.filter((entry) => entry.broken !== undefined);
  if (args.options["verify"] === true) {
    if (broken.length === 0) {
      const records = found.journals.reduce((sum, entry) => sum + entry.records, 0);
      return reply({ verified: true, journals: found.journals, records }, verifyText(found.journals, session.style));
    }
    const first = broken[0]?.broken;
    const groups = brokenGroups(
      broken.flatMap(({ journal: name, broken: why }) => (why ? [{ journal: name, broken: why }] : [])),
    );
    const hints = new Set(groups.flatMap(({ hint }) => hint ?? []));
    return refused({
      kind: "broken_journal",
      message: `${broken.length} of ${counted(found.journals.length, "journal")} ${broken.length === 1 ? "is" : "are"} broken.\n${verifyText(broken, session.style).trimEnd()}`,
      hint: [...hints, "docs/recovery.md says more."].join("\n"),
      next: groups.flatMap(({ next }) => next),
      facts: { verified: false, journals: found.journals, first: { journal: broken[0]?.journal, ...first } },
    });
  }
  return reply({ entries: found.entries, journals: found.journals }, auditText(found.entries, session));
};
