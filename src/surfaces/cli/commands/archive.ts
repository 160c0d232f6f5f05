import type { Desk } from "../../../desk/desk.ts";
import type { DeskRefusal } from "../../../desk/outcome.ts";
import { localActor } from "../../../desk/persons.ts";
import { ENDS } from "../../../lifecycle/plan-state.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { refused, reply, usage } from "../reply.ts";

export const run: Run = async (session, args) => {
  const isFinished = args.options["finished"] === true;
  const days = number(args, "older-than");
  if (days === null) return usage("--older-than wants a number of days.");
  if (args.words.length === 0 && !isFinished) return usage("countersign archive needs a plan's id, or --finished.");
  const desk = await session.desk();
  const isUndo = args.options["undo"] === true;
  if (isFinished && isUndo) return usage("--undo wants the plans' ids: countersign plans --archived lists them.");
  const before = new Date(Date.now() - (days ?? 0) * 24 * 3600 * 1000).toISOString();
  const old = isFinished ? await desk.store.idlePlans({ statuses: ENDS, before }) : [];
  const archived: string[] = [];
  const problems: (DeskRefusal & { id: string })[] = [];
  for (const id of [...args.words, ...old]) {
    const outcome = await desk.send(id, { type: isUndo ? "restore" : "archive" }, localActor(session.env));
    if (outcome.ok) archived.push(id);
    else problems.push({ id, ...outcome.refusal });
  }
  if (!isUndo) await forgetSnapshots(desk, session.env);
  const [first] = problems;
  if (first !== undefined) {
    const facts = { archived, ...(problems.length > 1 && { refused: problems }), id: first.id };
    return refused({ ...first, message: `${first.id}: ${first.message}`, facts: { ...first.facts, ...facts } });
  }
  const count = `${archived.length} ${archived.length === 1 ? "plan" : "plans"}`;
  const said = isUndo
    ? `${count} out of the archive again.`
    : `${count} moved to the archive.${archived.length > 0 ? " --undo brings them back." : ""}`;
  return reply({ archived: isUndo ? [] : archived, ...(isUndo && { restored: archived }) }, said);
};

/** Also of those that retention has put away. Whatever keeps git from it, the plans are in the archive. */
async function forgetSnapshots(desk: Desk, env: NodeJS.ProcessEnv): Promise<void> {
  const { forgetArchived } = await import("../../../run/forget-archived.ts");
  await forgetArchived(desk, env).catch(() => []);
}
