import { visible } from "../../../../../plan/visible.ts";
import { visibleCommand } from "../../../../../plan/visible-command.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { Words } from "../../parts/seen-text.tsx";
import type { Review } from "../review.ts";
import { decisionKey, sectionKey } from "../seen/parts.ts";
import { DecisionForm, waitingSteps } from "./decision-form.tsx";
import { PlanSection } from "./plan-section.tsx";

/** What a plan says below its steps: decisions, lists, prose, and the sections as its file has them. */
export function Rest({ review }: { review: Review }) {
  const { plan } = review;
  const lists = [
    ["Questions", "questions", plan.questions],
    ["Assumptions", "assumptions", plan.assumptions],
    ["Risks", "risks", plan.risks],
  ] as const;
  return (
    <>
      {plan.goal && (
        <PlanSection review={review} seenKey={sectionKey("goal")} title="Goal" field="goal">
          <Markdown text={plan.goal} headings={2} />
        </PlanSection>
      )}
      {(plan.decisions ?? []).map((decision) => {
        const { decision_id: id, header, question } = decision;
        return (
          <PlanSection
            key={id}
            review={review}
            seenKey={decisionKey(id)}
            title={`Decision · ${visible(header)}`}
            field="question"
            decision={id}
          >
            <p class="decision-question" data-field="question" data-decision={id}>
              <Words text={question} />
            </p>
            <p class="fact quiet">{defaultWords(decision, waitingSteps(review, id))}</p>
            <DecisionForm review={review} decision={decision} />
          </PlanSection>
        );
      })}
      {lists.map(
        ([title, field, items]) =>
          items &&
          items.length > 0 && (
            <PlanSection key={field} review={review} seenKey={sectionKey(field)} title={title} field={field}>
              <ul class="plan-list">
                {items.map((item, index) => (
                  <li key={index}>
                    <Markdown text={item} headings={3} />
                  </li>
                ))}
              </ul>
            </PlanSection>
          ),
      )}
      {plan.validation && (
        <PlanSection review={review} seenKey={sectionKey("validation")} title="Validation" field="validation">
          <Markdown text={plan.validation} headings={2} />
        </PlanSection>
      )}
      {(plan.sections ?? []).map(({ heading, body }, index) => (
        <PlanSection
          key={index}
          review={review}
          seenKey={sectionKey("sections", index)}
          title={heading === "" ? "Before the sections" : visible(heading)}
          field="sections"
        >
          <Markdown text={body} headings={2} />
        </PlanSection>
      ))}
      <PlanContext review={review} />
      <Facts review={review} />
    </>
  );
}

function defaultWords(decision: { default?: readonly string[]; deadline_minutes?: number }, steps: string): string {
  const { default: labels = [], deadline_minutes: minutes } = decision;
  const waits = steps === "" ? "No step waits for it." : `${steps[0]?.toUpperCase()}${steps.slice(1)} waits for it.`;
  if (labels.length === 0 || minutes === undefined) return `${waits} It waits for a person, however long that takes.`;
  return `${waits} Without an answer, ${visible(labels.join(", "))} is taken ${minutes} min after the question.`;
}

function PlanContext({ review }: { review: Review }) {
  const { context } = review.plan;
  if (!context) return null;
  const { notes, tool_outputs = {}, artifacts = [] } = context;
  return (
    <PlanSection review={review} seenKey={sectionKey("context")} title="Context" field="context">
      {notes && <Markdown text={notes} headings={2} />}
      {Object.entries(tool_outputs).map(([name, { tool, operation, data }]) => (
        <details key={name} class="tool-output" open>
          <summary>
            <span class="mono">{visible(name)}</span>
            <span class="fact quiet"> {visible([tool, operation].filter(Boolean).join(" "))}</span>
          </summary>
          <pre>{visible(typeof data === "string" ? data : JSON.stringify(data, null, 2), { multiline: true })}</pre>
        </details>
      ))}
      {artifacts.map(({ name, sha256 }) => (
        <p key={name} class="fact">
          <span class="mono">{visible(name)}</span> <span class="quiet mono">sha256:{sha256}</span>
        </p>
      ))}
    </PlanSection>
  );
}

/** What stands in the plan's head: who planned it, on what, and what it needs. */
function Facts({ review }: { review: Review }) {
  const { plan } = review;
  const facts = [
    ["needs the tools", plan.tools_required?.join(", ")],
    ["after the plans", plan.depends_on_plans?.join(", ")],
    ["priority", plan.priority],
    ["planned by", plan.planner_model],
    ["run by", plan.executor_model],
    ["based on", plan.base_commit],
  ] as const;
  const given = facts.filter(([, value]) => value !== undefined);
  if (given.length === 0) return null;
  return (
    <dl class="step-facts plan-facts">
      {given.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class="mono">{visibleCommand(String(value), { inline: true })}</dd>
        </div>
      ))}
    </dl>
  );
}
