import type { ComponentChildren } from "preact";
import { additionWords } from "../../../../lifecycle/amendment.ts";
import { money, roughDuration, tokens } from "../../../../plan/quantities.ts";
import { visible } from "../../../../plan/visible.ts";
import type { PlanPage } from "../../api/plan-page.ts";
import { Command, Exact } from "../parts/command.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { At } from "../parts/time.tsx";
import { against, type StepView, spentBy, took } from "./step-view.ts";

/** The signed part of a step, what persons added since, and what it used against its estimate. */
export function StepSigned({ page: { standing, plan }, view }: { page: PlanPage; view: StepView }) {
  const { step, state, needs } = view;
  const spent = spentBy(view);
  const decision = plan?.decisions?.find(({ decision_id }) => decision_id === step.decision_id);
  const taken = decision && standing?.selections[decision.decision_id];
  const amendments = standing?.run?.amendments.filter(({ step_id }) => step_id === step.id) ?? [];
  const raised = standing?.run?.raised.filter(({ of }) => of !== "plan" && of.step_id === step.id) ?? [];
  const minutes = step.estimate?.minutes;
  return (
    <div class="step-signed">
      {step.description !== undefined && <Markdown text={step.description} headings={3} />}
      {step.run !== undefined && <Command text={step.run} note="runs" />}
      {step.verify !== undefined && <Command text={step.verify} note="check" />}
      <dl class="facts">
        {needs.length > 0 && <Row name="needs">step {needs.join(", ")}</Row>}
        {step.mode !== undefined && <Row name="mode">{step.mode}</Row>}
        {(step.model ?? standing?.choices.executor_model) !== undefined && (
          <Row name="model">{visible(step.model ?? standing?.choices.executor_model ?? "")}</Row>
        )}
        {step.files !== undefined && (
          <Row name="may touch">
            <Exact text={step.files.join(", ")} />
          </Row>
        )}
        {step.tools !== undefined && <Row name="tools">{visible(step.tools.join(", "))}</Row>}
        {amendments.map(({ at, by, ...addition }) => (
          <Row key={at} name="added since">
            <Exact text={additionWords(addition)} /> by <span class="ink">{visible(by.name)}</span>, <At at={at} />
          </Row>
        ))}
        {raised.map(({ what, to }) => (
          <Row key={what} name="limit raised">
            {what} to {to}
          </Row>
        ))}
        {decision && (
          <Row name="decision">
            {visible(decision.header)}: {taken ? <span class="ink">{visible(taken.join(", "))}</span> : "not taken yet"}
          </Row>
        )}
        {spent.seconds > 0 && (
          <Row name="time">
            {took(spent.seconds)}
            <Against
              actual={spent.seconds}
              estimated={minutes && minutes * 60}
              words={minutes && roughDuration(minutes * 60)}
            />
          </Row>
        )}
        {spent.tokens > 0 && (
          <Row name="tokens">
            {tokens(spent.tokens)}
            <Against
              actual={spent.tokens}
              estimated={step.estimate?.tokens}
              words={tokens(step.estimate?.tokens ?? 0)}
            />
          </Row>
        )}
        {spent.cost > 0 && (
          <Row name="cost">
            {money(spent.cost)}
            <Against actual={spent.cost} estimated={step.estimate?.cost} words={money(step.estimate?.cost ?? 0)} />
          </Row>
        )}
        {state !== undefined && state.attempts > 0 && <Row name="attempts">{state.attempts}</Row>}
        {step.undo !== undefined && <Row name="to undo">{visible(step.undo)}</Row>}
      </dl>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Against({
  actual,
  estimated,
  words,
}: {
  actual: number;
  estimated: number | undefined;
  words: string | number | undefined;
}) {
  const found = against(actual, estimated);
  return found === undefined ? null : (
    <span class="quiet">
      {" "}
      of {words}, {found}
    </span>
  );
}
