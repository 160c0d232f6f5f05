import { useState } from "preact/hooks";
import { counted, money, roughDuration } from "../../../../plan/quantities.ts";
import type { PlanPage, Standing } from "../../api/plan-page.ts";
import { Button } from "../parts/button.tsx";
import { Kbd } from "../parts/kbd.tsx";
import { Sheet } from "../parts/sheet.tsx";
import { Churn, DiffView, useDiff } from "./diff-view.tsx";
import { against, type StepView, took } from "./step-view.ts";
import { listed } from "./step-words.ts";

interface Props {
  page: PlanPage;
  run: NonNullable<Standing["run"]>;
  views: readonly StepView[];
  select(step: string): void;
}

/** What the run changed so far, and what it used against the estimates. */
export function RunTiles({ page, run, views, select }: Props) {
  const [isOpen, open] = useState(false);
  const diff = useDiff(page.project, page.id, undefined).value.value;
  const files = diff?.files ?? [];
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const odd = views.filter(({ state }) => (state?.result?.drift?.length ?? 0) > 0);
  const { estimated } = page;
  const time = against(run.spent.seconds, estimated.minutes * 60);
  const cost = against(run.spent.cost, estimated.cost);
  return (
    <div class="tiles">
      <section class="tile" aria-label="What it changed">
        <header>
          <h2>Changed so far</h2>
          {diff && (
            <span class="fact">
              {counted(diff.total, "file")} {diff.total > 0 && <Churn added={added} removed={removed} />}
            </span>
          )}
          {files.length > 0 && (
            <Button look="bare" size="small" class="tile-act" data-run-changes onClick={() => open(true)}>
              Look at it <Kbd keys="d" />
            </Button>
          )}
        </header>
        <p class="fact">{scopeWords(run, odd, diff?.total)}</p>
        {odd.length > 0 && (
          <p class="tile-links">
            {odd.map(({ step, number }) => (
              <Button key={step.id} size="small" onClick={() => select(step.id)}>
                Step {number}
              </Button>
            ))}
          </p>
        )}
      </section>
      <section class="tile" aria-label="Against estimates">
        <header>
          <h2>Against estimates</h2>
          <span class="fact tile-act">
            {[time && `time ${time}`, cost && `cost ${cost}`].filter(Boolean).join(" · ") || "nothing to compare yet"}
          </span>
        </header>
        <p class="fact">{worstWords(views)}</p>
      </section>
      {isOpen && (
        <Sheet title="What the run changed" size="wide" close={() => open(false)}>
          <DiffView project={page.project} plan={page.id} />
        </Sheet>
      )}
    </div>
  );
}

function scopeWords(run: Props["run"], odd: readonly StepView[], total: number | undefined): string {
  if (odd.length > 0)
    return `Not as expected: step ${listed(odd.map(({ number }) => number))} changed files outside its scope, or nothing.`;
  if (total === undefined || total === 0)
    return run.has_snapshots ? "Nothing yet." : "Without git, changes of files are not compared.";
  const added = run.amendments.length;
  return added === 0
    ? "All inside the signed scope."
    : `All inside the signed scope, and ${counted(added, "addition")} that a person allowed.`;
}

/** The step that is furthest from its estimate. */
function worstWords(views: readonly StepView[]): string {
  const known = views.flatMap(({ state, step, number }) => {
    const [actual, estimated] = [state?.spent?.duration_seconds ?? 0, (step.estimate?.minutes ?? 0) * 60];
    return actual > 0 && estimated > 0 && state?.status === "completed" ? [{ number, actual, estimated }] : [];
  });
  const worst = known.sort((a, b) => b.actual / b.estimated - a.actual / a.estimated)[0];
  const spent = views.reduce((sum, { state }) => sum + (state?.spent?.cost ?? 0), 0);
  if (worst === undefined) return spent > 0 ? `${money(spent)} so far.` : "No step with an estimate has ended yet.";
  const words = `Step ${worst.number} took ${took(worst.actual)} instead of ${roughDuration(worst.estimated)}.`;
  return worst.actual > worst.estimated * 1.05 ? words : `${words} No step took longer than estimated.`;
}
