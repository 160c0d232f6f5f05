import { useState } from "preact/hooks";
import type { Decision } from "../../../../../plan/plan.ts";
import { counted } from "../../../../../plan/quantities.ts";
import { visible } from "../../../../../plan/visible.ts";
import { Button } from "../../parts/button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Pills } from "../../parts/tabs.tsx";
import { useResource } from "../../resource.ts";
import { DecisionForm } from "../document/decision-form.tsx";
import type { Review } from "../review.ts";
import { joined, namesOf } from "../seen/parts.ts";
import type { Signing } from "./signing.ts";

/** What else a signature says: unseen parts, decisions, steps left out, the model, the start. */
export function WhatGoesWithIt({
  review,
  signing,
  showUnseen,
}: {
  review: Review;
  signing: Signing;
  showUnseen(): void;
}) {
  const { plan, draft, standing } = review;
  const { unseen } = signing;
  const { leftOut, comments, feedback } = draft.value;
  const numbers = plan.steps.flatMap(({ id }, index) => (leftOut.includes(id) ? [String(index + 1)] : []));
  const unsent = comments.length + (feedback.trim() === "" ? 0 : 1);
  const decisions = (plan.decisions ?? []).filter(({ decision_id }) => standing.selections[decision_id] === undefined);
  return (
    <section class="goes-with" aria-label="What goes with it">
      <h3>What goes with it</h3>
      {unseen.length === 0 ? (
        <Line icon="check" look="ok">
          Every part was on your screen
        </Line>
      ) : (
        <Line icon="eye" look="warn">
          <strong>Not on your screen yet:</strong> {visible(namesOf(unseen))}{" "}
          <Button look="bare" size="small" class="ink line-act" keys="u" onClick={showUnseen}>
            Show them now
          </Button>
        </Line>
      )}
      {decisions.map((decision) => (
        <DecisionLine key={decision.decision_id} review={review} decision={decision} />
      ))}
      <Line icon={numbers.length === 0 ? "check" : "skip"} look={numbers.length === 0 ? "" : "warn"}>
        {numbers.length === 0
          ? `${plan.steps.length === 1 ? "The one step" : `All ${counted(plan.steps.length, "step")}`}, none left out`
          : `Without ${numbers.length === 1 ? "step" : "steps"} ${joined(numbers)}: ${counted(plan.steps.length - numbers.length, "step")} will run`}
      </Line>
      <Start review={review} />
      <Quorum review={review} />
      {unsent > 0 && (
        <Line icon="comment" look="warn">
          {counted(unsent, "comment")} of yours {unsent === 1 ? "is" : "are"} not sent with an approval. Request changes
          sends them.
        </Line>
      )}
    </section>
  );
}

function Line({ icon, look = "", children }: { icon: IconName; look?: string; children: preact.ComponentChildren }) {
  return (
    <div class="goes-with-line">
      <Icon name={icon} class={`icon ${look}`} />
      <div>{children}</div>
    </div>
  );
}

/** The choice; where no column beside the plan has the options, they stand here. */
function DecisionLine({ review, decision }: { review: Review; decision: Decision }) {
  const chosen = review.draft.value.decisions[decision.decision_id] ?? [];
  const [isOpen, open] = useState(() => chosen.length === 0 && matchMedia("(max-width: 899px)").matches);
  return (
    <>
      <Line icon="decision">
        {visible(decision.header)}:{" "}
        {chosen.length === 0 ? "a person is asked once a step needs it" : <strong>{visible(joined(chosen))}</strong>}{" "}
        <Button look="bare" size="small" class="ink line-act" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? "done" : chosen.length === 0 ? "choose" : "change"}
        </Button>
      </Line>
      {isOpen && (
        <div class="start-form">
          <DecisionForm review={review} decision={decision} />
        </div>
      )}
    </>
  );
}

/** When it starts, with which model, and what the agent is told. */
function Start({ review }: { review: Review }) {
  const { plan, draft, project } = review;
  const [isOpen, open] = useState(false);
  const { later, model, notes } = draft.value;
  const name = model ?? plan.executor_model;
  return (
    <>
      <Line icon="run">
        Starts <strong>{later ? "when a person starts it" : "at once"}</strong>
        {name !== undefined && <>, with {visible(name)}</>}
        {notes.trim() !== "" && <>, with your notes</>}{" "}
        <Button look="bare" size="small" class="ink line-act" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? "done" : "change"}
        </Button>
      </Line>
      {isOpen && (
        <div class="start-form">
          <Pills
            label="When it starts"
            look="switch"
            value={later ? "later" : "now"}
            options={[
              { value: "now", label: "Now" },
              { value: "later", label: "Later" },
            ]}
            choose={(value) => {
              draft.value = { ...draft.value, later: value === "later" };
            }}
          />
          <ModelChoice review={review} project={project} />
          <label class="notes-label">
            Notes for the agent
            <textarea
              class="field"
              rows={2}
              value={notes}
              onInput={(event) => {
                draft.value = { ...draft.value, notes: event.currentTarget.value };
              }}
            />
          </label>
        </div>
      )}
    </>
  );
}

function ModelChoice({ review, project }: { review: Review; project: string }) {
  const { draft, plan } = review;
  const models = useResource("models", { params: { project } }, () => false).value.value;
  const signed = plan.executor_model ?? models?.standard;
  const options = models?.models ?? [];
  if (options.length === 0 && draft.value.model === undefined) {
    return (
      <p class="fact quiet">{models?.problem ?? (models ? "No other model is set up here." : "Looking for models…")}</p>
    );
  }
  return (
    <label class="notes-label">
      Model
      <select
        class="field"
        value={draft.value.model ?? ""}
        onChange={(event) => {
          const { model: _, ...rest } = draft.value;
          const model = event.currentTarget.value;
          draft.value = model === "" ? rest : { ...rest, model };
        }}
      >
        <option value="">{signed === undefined ? "as the plan says" : `as the plan says: ${signed}`}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Quorum({ review }: { review: Review }) {
  const { signatures, approvers, choices } = review.standing;
  if (approvers.quorum < 2) return null;
  const place = signatures.length + 1;
  const isLast = place >= approvers.quorum;
  const left = approvers.quorum - place;
  return (
    <>
      <Line icon="audit">
        Yours is {place} of {approvers.quorum} signatures;{" "}
        {isLast ? "it runs with yours." : `${left} more ${left === 1 ? "is" : "are"} needed.`}
      </Line>
      {signatures.length > 0 && (choices.left_out.length > 0 || choices.executor_model !== undefined) && (
        <Line icon="warning" look="warn">
          {visible(signatures[0]?.by.name ?? "The first signer")} chose: {choicesWords(review)}. Signatures count
          together only with the same choices.
        </Line>
      )}
    </>
  );
}

function choicesWords({ plan, standing: { choices } }: Review): string {
  const numbers = plan.steps.flatMap(({ id }, index) => (choices.left_out.includes(id) ? [String(index + 1)] : []));
  return [
    ...(numbers.length > 0 ? [`without ${numbers.length === 1 ? "step" : "steps"} ${joined(numbers)}`] : []),
    ...(choices.executor_model === undefined ? [] : [`with ${visible(choices.executor_model)}`]),
  ].join(", ");
}
