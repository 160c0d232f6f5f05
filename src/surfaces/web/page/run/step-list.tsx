import { STEP_LOOKS } from "../../../../lifecycle/step-look.ts";
import { money, tokens } from "../../../../plan/quantities.ts";
import { visible } from "../../../../plan/visible.ts";
import { RiskMark } from "../parts/risk.tsx";
import { StepMark } from "../parts/step-mark.tsx";
import type { LiveStep } from "./live-steps.ts";
import { nodeNote, type StepView, spentBy, took } from "./step-view.ts";

interface Props {
  steps: readonly StepView[];
  live: ReadonlyMap<string, LiveStep>;
  selected: string | undefined;
  select(step: string): void;
}

/** All steps in their order. The graph above shows the same to the eye. */
export function StepList({ steps, live, selected, select }: Props) {
  return (
    <section class="run-steps" aria-label="Steps">
      <h2>Steps</h2>
      <ol>
        {steps.map((view) => (
          <StepRow
            key={view.step.id}
            view={view}
            activity={live.get(view.step.id)?.activity}
            isSelected={view.step.id === selected}
            select={select}
          />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  view: StepView;
  activity: string | undefined;
  isSelected: boolean;
  select(step: string): void;
}

function StepRow({ view, activity, isSelected, select }: RowProps) {
  const { step, number, status } = view;
  const spent = spentBy(view);
  const word = status === "waits" ? "waits for you" : STEP_LOOKS[status].word;
  return (
    <li class={status}>
      <button type="button" aria-current={isSelected ? "step" : undefined} onClick={() => select(step.id)}>
        <StepMark status={status} size={17} />
        <span class="run-step-number">{number}</span>
        <span class="run-step-title">
          {visible(step.title)}
          {status === "in_progress" && activity !== undefined && <span class="step-activity">{visible(activity)}</span>}
        </span>
        <span class="step-note">
          <span class="visually-hidden">{word}, </span>
          {noteOf(view)}
        </span>
        <span class="step-spent">{spent.seconds > 0 ? took(spent.seconds) : ""}</span>
        <span class="step-spent">{spent.tokens > 0 ? tokens(spent.tokens) : ""}</span>
        <span class="step-spent">{spent.cost > 0 ? money(spent.cost) : ""}</span>
        {step.risk ? <RiskMark risk={step.risk} /> : <span />}
      </button>
    </li>
  );
}

/** Time and cost have columns of their own here. */
function noteOf(view: StepView): string {
  if (view.status !== "completed") return nodeNote(view, new Date());
  return view.step.verify === undefined ? "no check" : "its check passed";
}
