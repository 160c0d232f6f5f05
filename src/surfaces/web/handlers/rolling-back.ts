import { ACTS_WITH_EFFECTS, type ActWithEffects, actEffects } from "../../../acts/act-effects.ts";
import { type PreparedRollBack, prepareRollBack } from "../../../acts/prepare-roll-back.ts";
import { rollBackHash } from "../../../acts/roll-back-hash.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { approversOf } from "../../../lifecycle/approvers.ts";
import type { Holder } from "../../../lifecycle/next-actions.ts";
import { counted } from "../../../plan/quantities.ts";
import { holderOf } from "../../../run/holder.ts";
import type { Conflict } from "../../../run/snapshot.ts";
import type { Preview } from "../api/acts.ts";
import { actDone } from "./act-done.ts";
import { actingAt } from "./acting-at.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { servedProject } from "./served.ts";

interface Wish {
  step?: string | undefined;
  everything: boolean;
}

/** What acts would do, before they are done, and the one that has exactly the effects that were shown. */
export function previewHandlers(dashboard: Dashboard): Pick<Handlers, "preview" | "rollBack"> {
  const { env } = dashboard;
  return {
    async preview({ params, query }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const id = params["plan"] ?? "";
      const act = params["act"] ?? "";
      const { step } = query;
      if (act === "rollback")
        return rollBackPreview(project.value, id, { step, everything: query.everything === "1" }, env);
      if (!isAct(act)) return no("not_found", `There is no preview of ${JSON.stringify(act)}.`);
      const plan = await usablePlan(project.value.desk, id);
      if (!plan.ok) return plan;
      const { desk } = project.value;
      const holder: Holder = holderOf(desk, plan.value);
      const approvers = approversOf(plan.value, desk.configuration.config.approvers);
      const { now, change } = query;
      const effects = actEffects(plan.value, { act, step, now: now === "1", change, holder, approvers });
      return yes({ effects, asks_again: ASKS_AGAIN.includes(act), preview: `${plan.value.version}` });
    },
    rollBack: (call) =>
      actingAt(dashboard, call, async ({ project, id, acting }) => {
        const { step, everything = false, preview } = call.body;
        const prepared = await prepareRollBack(acting, id, { step, everything, env });
        if (!prepared.ok) return prepared;
        if (rollBackHash(prepared.value.preview) !== preview) {
          return no(
            "changed_since",
            "The roll back would change other files than those that were shown, so no file was touched.",
            {
              hint: "Look at the files again, then roll back.",
              facts: { preview: shownRollBack(prepared.value, everything) },
            },
          );
        }
        return actDone(project, await prepared.value.confirm(acting.by));
      }),
  };
}

const ASKS_AGAIN: readonly ActWithEffects[] = ["approve", "reject", "cancel", "fail"];

function isAct(word: string): word is ActWithEffects {
  return (ACTS_WITH_EFFECTS as readonly string[]).includes(word);
}

async function rollBackPreview(
  { desk }: ServedProject,
  id: string,
  { step, everything }: Wish,
  env: NodeJS.ProcessEnv,
): Promise<Outcome<Preview>> {
  const prepared = await prepareRollBack({ desk }, id, { step, everything, env });
  if (prepared.ok) return yes(shownRollBack(prepared.value, everything));
  const conflicts = (prepared.refusal.facts?.["conflicts"] ?? []) as readonly Conflict[];
  if (conflicts.length === 0) return prepared;
  return yes({
    effects: [prepared.refusal.message],
    asks_again: true,
    files: [],
    conflicts: conflicts.map(({ path, because }) => ({ path, because })),
    preview: "",
  });
}

function shownRollBack({ preview }: PreparedRollBack, everything: boolean): Preview {
  const { changes, left, inNoSnapshot, unknown, step } = preview;
  const what = step === undefined ? "the run" : `step ${step}`;
  const restored = changes.length === 1 ? "1 file becomes as it was" : `${changes.length} files become as they were`;
  return {
    effects: [
      everything
        ? `${restored} before ${what}, also where other processes changed them.`
        : `${restored} before ${what}.`,
      ...(left.length > 0
        ? [`${counted(left.length, "file")} that no step is known to have changed ${stay(left)}.`]
        : []),
      ...(inNoSnapshot.length > 0
        ? [`${counted(inNoSnapshot.length, "file")} in no snapshot ${stay(inNoSnapshot)}.`]
        : []),
      ...(unknown.length > 0 ? [`The changes of these steps are unknown, and stay: ${unknown.join(", ")}.`] : []),
      "The files as they are now are kept, and can be restored.",
    ],
    asks_again: true,
    files: changes,
    left: [...left, ...inNoSnapshot.map(({ path }) => path)],
    conflicts: [],
    preview: rollBackHash(preview),
  };
}

function stay({ length }: readonly unknown[]): string {
  return length === 1 ? "stays as it is" : "stay as they are";
}
