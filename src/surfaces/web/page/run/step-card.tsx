import { useState } from "preact/hooks";
import { failedCheck } from "../../../../lifecycle/failed-check.ts";
import { visible } from "../../../../plan/visible.ts";
import type { PlanPage } from "../../api/plan-page.ts";
import { ActRow } from "../acts/act-button.tsx";
import type { ActDesk } from "../acts/act-desk.ts";
import type { Wish } from "../acts/wish.ts";
import { RiskMark } from "../parts/risk.tsx";
import { StepMark } from "../parts/step-mark.tsx";
import { Tag } from "../parts/tag.tsx";
import { Churn, DiffView, useDiff } from "./diff-view.tsx";
import type { LiveStep } from "./live-steps.ts";
import { Output } from "./output.tsx";
import { stepActs } from "./run-acts.ts";
import { StepCalls } from "./step-calls.tsx";
import { StepLog } from "./step-log.tsx";
import { StepNotes } from "./step-notes.tsx";
import { StepSigned } from "./step-signed.tsx";
import type { StepView } from "./step-view.ts";
import { stepFacts, stepSentence } from "./step-words.ts";

interface Props {
  page: PlanPage;
  view: StepView;
  live: LiveStep | undefined;
  desk: ActDesk;
}

type Part = "check" | "output" | "diff" | "calls" | "notes" | "signed";

/** One step in depth: how it stands, what shows it, and what the person can do about it. */
export function StepCard({ page, view, live, desk }: Props) {
  const { step, state, status, number } = view;
  const { project, id: plan, standing } = page;
  const said = failedCheck(state?.result);
  const hasRun = (state?.attempts ?? 0) > 0;
  // Files are compared when an attempt ends. Of one that was rolled back nothing is left.
  const isCompared = state?.result !== undefined && !state.is_rolled_back;
  const hasChanges =
    (state?.result?.artifacts?.length ?? 0) > 0 || (state?.earlier ?? []).some(({ artifacts }) => artifacts?.length);
  const parts: Part[] = [
    ...(said === undefined ? [] : ["check" as const]),
    ...(hasRun ? ["output" as const] : []),
    ...(isCompared ? ["diff" as const] : []),
    ...(hasRun ? (["calls", "notes"] as const) : []),
    "signed",
  ];
  const standard: Part =
    said !== undefined
      ? "check"
      : status === "completed" && hasChanges && step.run === undefined
        ? "diff"
        : hasRun
          ? "output"
          : "signed";
  const [chosen, choose] = useState<Part>();
  const part = chosen !== undefined && parts.includes(chosen) ? chosen : standard;
  const diff = useDiff(project, plan, step.id, isCompared).value.value;
  const acts = stepActs(view, page);
  const isBad = status === "failed";
  const wishes: Wish[] = isBad && page.next.some(({ move }) => move === "clone") ? [...acts, { act: "clone" }] : acts;
  const tabId = (one: Part) => `step-${step.id}-${one}`;
  const version = standing?.version ?? 0;
  return (
    <section class={`step-card ${status}`} aria-label={`Step ${number}`} data-step={step.id}>
      <header class="step-card-head">
        <StepMark status={status} size={22} />
        <div>
          <h2>{stepSentence(view)}</h2>
          <p class="fact dotted">
            <span>{visible(step.title)}</span>
            {live?.activity !== undefined && status === "in_progress" && (
              <span class="run">{visible(live.activity)}</span>
            )}
            {stepFacts(view).map((fact) => (
              <span key={fact}>{visible(fact)}</span>
            ))}
          </p>
        </div>
        <span class="step-card-marks">
          {state?.is_outdated && <Tag look="warn">outdated: its decision was changed</Tag>}
          {(state?.result?.drift?.length ?? 0) > 0 && <Tag look="warn">unexpected changes</Tag>}
          {step.risk && <RiskMark risk={step.risk} />}
        </span>
      </header>
      <div class="tabs" role="tablist" aria-label={`Step ${number}`}>
        {parts.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={tabId(one)}
            aria-selected={one === part}
            aria-controls={`${tabId(part)}-panel`}
            tabIndex={one === part ? 0 : -1}
            onClick={() => choose(one)}
            onKeyDown={(event) => {
              const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
              if (by === 0) return;
              const next = parts[(parts.indexOf(one) + by + parts.length) % parts.length] ?? one;
              choose(next);
              document.getElementById(tabId(next))?.focus();
            }}
          >
            {LABELS[one]}
            {one === "diff" && diff && diff.files.length > 0 && (
              <Churn
                added={diff.files.reduce((sum, { added }) => sum + added, 0)}
                removed={diff.files.reduce((sum, { removed }) => sum + removed, 0)}
              />
            )}
            {one === "calls" && callsOf(view, live) > 0 && <span class="count">{callsOf(view, live)}</span>}
          </button>
        ))}
      </div>
      <div class={`step-card-body${wishes.length > 0 ? " with-acts" : ""}`}>
        <div class="step-panel" role="tabpanel" id={`${tabId(part)}-panel`} aria-labelledby={tabId(part)}>
          {part === "check" && <Output text={said ?? ""} label={`Output of the check of step ${number}`} />}
          {part === "output" && (
            <StepLog
              project={project}
              plan={plan}
              step={step.id}
              tail={live?.output ?? ""}
              isRunning={status === "in_progress"}
              attempts={state?.attempts ?? 0}
            />
          )}
          {part === "diff" && <DiffView project={project} plan={plan} step={step.id} />}
          {part === "calls" && <StepCalls project={project} plan={plan} step={step.id} number={number} />}
          {part === "notes" && <StepNotes page={page} view={view} />}
          {part === "signed" && <StepSigned page={page} view={view} />}
        </div>
        {wishes.length > 0 && (
          <div class="step-acts">
            {wishes.map((wish, index) => (
              <ActRow
                key={wish.act}
                desk={desk}
                version={version}
                wish={wish}
                {...(index === 0 && isBad && { look: "sign" as const })}
                {...(index < acts.length && { keys: String(index + 1) })}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

const LABELS: Record<Part, string> = {
  check: "Check",
  output: "Output",
  diff: "Diff",
  calls: "Calls",
  notes: "What it noted",
  signed: "As signed",
};

/** A command has none of its own: what it ran is its output. */
function callsOf({ step, state, work }: StepView, live: LiveStep | undefined): number {
  if (step.run !== undefined) return 0;
  return (state?.spent?.tool_calls ?? 0) + Math.max(work?.calls ?? 0, live?.calls ?? 0);
}
