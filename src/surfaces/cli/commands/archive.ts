import { archivePlans, endedBefore } from "../../../acts/archive-plans.ts";
import { counted } from "../../../plan/quantities.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { refused, reply, usage } from "../reply.ts";
import { subjectOf } from "../subject.ts";

export const run: Run = async (session, args) => {
  const isFinished = args.options["finished"] === true;
  const days = number(args, "older-than");
  if (args.words.length === 0 && !isFinished) return usage("countersign archive needs a plan's id, or --finished.");
  const undo = args.options["undo"] === true;
  if (isFinished && undo) return usage("--undo needs plan ids; countersign plans --archived lists them.");
  const desk = await session.desk();
  const before = new Date(Date.now() - (days ?? 0) * 24 * 3600 * 1000).toISOString();
  const ids = [...args.words, ...(isFinished ? await endedBefore(desk, before) : [])];
  if (ids.length === 0) return reply({ archived: [] }, "No plan was moved: none has ended.");
  const [only = ""] = ids;
  if (ids.length === 1) {
    const subject = await subjectOf(desk, only, undo ? "restore" : "archive");
    if (!subject.ok) return refused(subject.refusal);
  }
  const what = ids.length === 1 ? only : counted(ids.length, "plan");
  const question = undo
    ? `Move ${what} out of the archive?`
    : `Move ${what} to the archive? An archived plan cannot be rolled back.`;
  const person = await askPerson(session, desk, { question });
  if (!person.ok) return refused(person.refusal);
  const moved = await archivePlans({ desk, by: person.value }, ids, { undo, env: session.env });
  const { plans, refused: problems, words } = moved;
  const [first] = problems;
  if (first !== undefined) {
    const facts = { archived: plans, ...(problems.length > 1 && { refused: problems }), id: first.id };
    return refused({ ...first, message: `${first.id}: ${first.message}`, facts: { ...first.facts, ...facts } });
  }
  const said =
    undo || plans.length === 0
      ? words
      : `${words} To restore: countersign archive --undo ${plans.length === 1 ? plans[0] : "<plan …>"}`;
  return reply(undo ? { archived: [], restored: plans } : { archived: plans }, said);
};
