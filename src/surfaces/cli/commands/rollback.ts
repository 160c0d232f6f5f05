import { prepareRollBack, type RollBackPreview } from "../../../acts/prepare-roll-back.ts";
import { localActor } from "../../../desk/persons.ts";
import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { unknownChangesMessage } from "../../../run/open-plan-snapshots.ts";
import type { Run } from "../commands.ts";
import { doneText } from "../done-reply.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { firstLines } from "../text/fit.ts";
import { unknownChanges } from "../unknown-changes.ts";

/** Rolls back the files that a plan, or a step, changed: lists them first, and asks. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const desk = await session.desk();
  const wish = { step, everything: args.options["everything"] === true, env: session.env };
  const prepared = await prepareRollBack({ desk, by: localActor(session.env) }, id, wish);
  if (!prepared.ok) return refused(prepared.refusal);
  const { preview, confirm } = prepared.value;
  const person = await askPerson(session, desk, {
    isSure: args.options["yes"] === true,
    show: previewText(preview),
    question: questionOf(preview),
  });
  if (!person.ok) return refused(person.refusal);
  const done = await confirm(person.value);
  if (!done.ok) return refused(done.refusal);
  const { act: _, ...rolled_back } = done.value.fact;
  const json = { rolled_back, plan: planJson(done.value.plan) };
  return reply(json, doneText(done.value), unknownChanges(preview.unknown));
};

function questionOf({ plan, step, changes }: RollBackPreview): string {
  const what = step === undefined ? plan.id : `step ${step} of ${plan.id}`;
  if (changes.length === 0) return `Record ${what} as rolled back?`;
  return `Roll back ${counted(changes.length, "change")} of ${what}?`;
}

const MOST = 30;
const BACK = { added: "- remove", changed: "~ restore", removed: "+ bring back" } as const;
const LEFT = "Not rolled back, because no step changed them (--everything rolls them back, too):";
const IN_NO_SNAPSHOT = "Not rolled back, because no snapshot has them:";

function previewText({ plan, changes, left, inNoSnapshot, unknown }: RollBackPreview): string {
  const back = changes.map(({ path, how }) => `${BACK[how]} ${visible(path)}`);
  return [
    `${plan.id}  ${plan.status}\n${visible(plan.proposal.plan.title)}`,
    ...(back.length === 0 ? ["No file has to be changed."] : firstLines(back, MOST)),
    ...section(LEFT, left),
    ...(unknown.length > 0 ? [unknownChangesMessage(unknown)] : []),
    ...section(
      IN_NO_SNAPSHOT,
      inNoSnapshot.map(({ path, because }) => `${path}: ${because}`),
    ),
  ].join("\n");
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [
        heading,
        ...firstLines(
          lines.map((line) => visible(line)),
          10,
        ),
      ];
}
