import type { ComponentChildren } from "preact";
import { failedCheck } from "../../../../lifecycle/failed-check.ts";
import { counted, roughDuration, secondsBetween } from "../../../../plan/quantities.ts";
import { visible } from "../../../../plan/visible.ts";
import type { PlanPage, Standing } from "../../api/plan-page.ts";
import { ActRow } from "../acts/act-button.tsx";
import type { ActDesk } from "../acts/act-desk.ts";
import { type Wish, wishKey } from "../acts/wish.ts";
import { type MarkedStatus, StepMark } from "../parts/step-mark.tsx";
import { At } from "../parts/time.tsx";
import { may } from "../store.ts";
import { runActs } from "./run-acts.ts";
import type { StepView } from "./step-view.ts";
import { listed } from "./step-words.ts";

interface Props {
  page: PlanPage;
  standing: Standing;
  views: readonly StepView[];
  desk: ActDesk;
}

/** How a run ended: what succeeded, what did not, the checks, what stays behind, and what can be done now. */
export function RunReport({ page, standing, views, desk }: Props) {
  const { run, status, why, summary } = standing;
  const took =
    run?.ended_at === undefined || run.is_time_unknown ? undefined : secondsBetween(run.started_at, run.ended_at);
  const acts = endActs(page);
  return (
    <section class={`report ${status}`} aria-label="How it ended">
      <header>
        <StepMark status={MARKS[status] ?? "skipped"} size={22} />
        <div>
          <h2>{headline(standing, views)}</h2>
          <p class="fact dotted">
            {run?.ended_at !== undefined && (
              <span>
                <At at={run.ended_at} />
              </span>
            )}
            {took !== undefined && <span>after {roughDuration(took)}</span>}
            {why !== undefined && <span>{visible(why)}</span>}
          </p>
        </div>
      </header>
      <div class={acts.length > 0 ? "report-body with-acts" : "report-body"}>
        <div class="report-groups">
          {status === "completed" && summary !== undefined && (
            <p class="serif report-summary">{visible(summary, { multiline: true })}</p>
          )}
          <Group
            title="Succeeded"
            mark="completed"
            views={views.filter((view) => view.status === "completed")}
            note={checkWords}
          />
          <Group
            title="Failed"
            mark="failed"
            views={views.filter((view) => view.status === "failed")}
            note={failureWords}
          />
          <Group
            title="Interrupted"
            mark="interrupted"
            views={views.filter(
              (view) =>
                view.status === "interrupted" || (view.status === "waits" && view.state?.status === "interrupted"),
            )}
          />
          <Group
            title="Not started"
            mark="pending"
            views={views.filter(({ status: one }) => ["pending", "blocked", "needs_decision"].includes(one))}
            note={({ needs }) => (needs.length > 0 ? `it needed ${listed(needs)}` : "")}
          />
          <Group
            title="Skipped"
            mark="skipped"
            views={views.filter((view) => view.status === "skipped")}
            note={({ state }) => state?.notes ?? ""}
          />
          <Group
            title="Left out when it was signed"
            mark="left_out"
            views={views.filter((view) => view.status === "left_out")}
          />
          <Group title="Rolled back" mark="rolled_back" views={views.filter((view) => view.status === "rolled_back")} />
          <LeftBehind views={views} />
        </div>
        {acts.length > 0 && (
          <div class="step-acts">
            {acts.map((wish, index) => (
              <ActRow
                key={wishKey(wish)}
                desk={desk}
                version={standing.version}
                wish={wish}
                {...(index === 0 && wish.act === "retry" && { look: "sign" as const })}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

const MARKS: Partial<Record<Standing["status"], MarkedStatus>> = {
  completed: "completed",
  failed: "failed",
  cancelled: "skipped",
};

function headline({ status, counts }: Standing, views: readonly StepView[]): string {
  const checked = views.filter((view) => view.status === "completed" && view.step.verify !== undefined).length;
  switch (status) {
    case "completed":
      return `Completed: ${counted(counts.done - counts.skipped, "step")} done, ${checked} of them checked${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}.`;
    case "failed":
      return `Failed: ${counts.done} of ${counted(counts.total, "step")} done, ${counts.failed} failed.`;
    default:
      return `Cancelled: ${counts.done} of ${counted(counts.total, "step")} done.`;
  }
}

function endActs(page: PlanPage): Wish[] {
  if (!may("approver")) return [];
  const { main, more } = runActs(page);
  return [...main, ...more].filter(({ act }) => ["retry", "rollBack", "clone", "archive"].includes(act));
}

function checkWords({ step }: StepView): string {
  return step.verify === undefined ? "no check" : "its check passed";
}

function failureWords({ state }: StepView): string {
  const said = failedCheck(state?.result);
  const words = said === undefined ? (state?.result?.error ?? state?.notes ?? "") : `its check did not pass: ${said}`;
  return words.trim().split("\n", 1)[0] ?? "";
}

interface GroupProps {
  title: string;
  mark: MarkedStatus;
  views: readonly StepView[];
  note?(view: StepView): string;
}

function Group({ title, mark, views, note }: GroupProps) {
  if (views.length === 0) return null;
  return (
    <ReportPart title={`${title} ${views.length}`}>
      {views.map((view) => (
        <li key={view.step.id}>
          <StepMark status={mark} size={14} />
          <span>
            <span class="run-step-number">{view.number}</span> {visible(view.step.title)}
            {note && note(view) !== "" && <span class="quiet"> · {visible(note(view))}</span>}
          </span>
        </li>
      ))}
    </ReportPart>
  );
}

/** What stays in the project besides the wanted changes. */
function LeftBehind({ views }: { views: readonly StepView[] }) {
  const found = views.flatMap(({ number, state, step }) => {
    const attempts = [...(state?.earlier ?? []), state?.result ?? {}];
    if (state?.is_rolled_back) return [];
    return attempts.flatMap(({ deviations = [], drift = [], left_out = [] }) => [
      ...deviations.map((what) => ({ id: step.id, number, what: `says it deviated: ${what}` })),
      ...drift.map((what) => ({ id: step.id, number, what })),
      ...left_out.map(({ path, because }) => ({ id: step.id, number, what: `${path} is in no snapshot: ${because}` })),
    ]);
  });
  if (found.length === 0) return null;
  return (
    <ReportPart title={`Left behind ${found.length}`}>
      {found.map(({ number, what }, index) => (
        <li key={index}>
          <StepMark status="interrupted" size={14} />
          <span>
            <span class="run-step-number">{number}</span> {visible(what)}
          </span>
        </li>
      ))}
    </ReportPart>
  );
}

function ReportPart({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
