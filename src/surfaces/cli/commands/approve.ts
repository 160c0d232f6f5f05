import { changedSince } from "../../../desk/git.ts";
import { list, number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply, usage } from "../reply.ts";
import { foundText } from "../text/standing-text.ts";

/** Shows what is signed and asks; what is signed is what was shown, or nothing. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const revision = number(args, "revision");
  if (revision === null) return usage("--revision wants a number.");
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const view = found.value;
  const shown = shownIn(view);
  const leftOut = list(args, "without");
  const without = leftOut.length > 0 ? `, without ${leftOut.join(", ")}` : "";
  const changed = view.kind === "standing" ? changedSince(desk.project, view.state.proposal.plan) : [];
  const person = await askPerson(session, desk, {
    show: foundText(id, view, { ...session, now: new Date(), changed }),
    question: `Countersign revision ${shown?.revision ?? 1} of ${id}${without}?`,
  });
  if (!person.ok) return refused(person.refusal);
  const model = text(args, "model");
  const notes = text(args, "message");
  const digest = text(args, "digest") ?? shown?.digest;
  const outcome = await desk.send(
    id,
    {
      type: "approve",
      revision: revision ?? shown?.revision ?? 1,
      digest: (digest ?? "sha256:") as `sha256:${string}`,
      choices: { ...(leftOut.length > 0 && { left_out: leftOut }), ...(model && { executor_model: model }) },
      ...(notes && { notes }),
    },
    person.value,
  );
  if (!outcome.ok) return refused(outcome.refusal);
  const plan = outcome.value;
  const { style } = session;
  const said =
    plan.status === "approved"
      ? `${style.green("Countersigned")} ${style.cyan(id)}, revision ${plan.proposal.revision}, by ${person.value.name}.`
      : `${style.yellow("Signed")} by ${person.value.name}; ${id} needs more signatures (${desk.configuration.config.approvers.quorum} in all).`;
  return reply({ plan: planJson(plan) }, said);
};

function shownIn(view: import("../../../desk/desk.ts").FoundPlan): { revision: number; digest: string } | undefined {
  if (view.kind === "elsewhere") return { revision: 1, digest: view.digest };
  return view.state?.proposal;
}
