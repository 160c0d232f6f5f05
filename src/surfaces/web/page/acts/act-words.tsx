import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { numberRanges } from "../../../../plan/number-ranges.ts";
import { useResource } from "../resource.ts";
import type { Extras } from "./act-desk.ts";
import type { Wish } from "./wish.ts";

interface WordsProps {
  wish: Wish;
  project: string;
  interrupted: readonly number[];
  extras: Extras;
  set(more: Extras): void;
}

/** The fields of what an act takes along. */
export function ActWords({ wish, project, interrupted, extras, set }: WordsProps) {
  switch (wish.act) {
    case "skip":
    case "fail":
      return (
        <Field label={wish.act === "skip" ? "Why it is skipped" : "Why (if you like)"}>
          {(id) => (
            <textarea
              id={id}
              class="field"
              rows={3}
              value={extras.reason ?? ""}
              onInput={(event) => set({ reason: event.currentTarget.value })}
            />
          )}
        </Field>
      );
    case "cancel":
      return (
        <Field label="A note for the journal (if you like)">
          {(id) => (
            <textarea
              id={id}
              class="field"
              rows={2}
              value={extras.note ?? ""}
              onInput={(event) => set({ note: event.currentTarget.value })}
            />
          )}
        </Field>
      );
    case "queue":
      if (wish.change !== "add") return null;
      return (
        <Field label="Priority: higher runs earlier">
          {(id) => (
            <input
              id={id}
              class="field"
              type="number"
              value={extras.priority ?? 0}
              onInput={(event) => set({ priority: Math.trunc(Number(event.currentTarget.value) || 0) })}
            />
          )}
        </Field>
      );
    case "chooseModel":
      return <ModelField project={project} model={extras.model ?? ""} set={(model) => set({ model })} />;
    case "resume":
      if (interrupted.length === 0) return null;
      return (
        <InterruptedChoice
          steps={interrupted}
          chosen={extras.interrupted}
          choose={(interrupted) => set({ interrupted })}
        />
      );
    default:
      return null;
  }
}

function Field({ label, children }: { label: string; children(id: string): ComponentChildren }) {
  const id = useId();
  return (
    <div class="act-field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** The models of this machine; any other can be typed. */
function ModelField({ project, model, set }: { project: string; model: string; set(model: string): void }) {
  const { value } = useResource("models", { params: { project } }, () => false);
  const models = value.value?.models ?? [];
  return (
    <Field label="Model, as provider/id">
      {(id) => (
        <>
          <input
            id={id}
            class="field"
            type="text"
            list="models-here"
            value={model}
            autocomplete="off"
            onInput={(event) => set(event.currentTarget.value)}
          />
          <datalist id="models-here">
            {models.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </datalist>
          {value.value?.problem !== undefined && <span class="fact">{value.value.problem}</span>}
        </>
      )}
    </Field>
  );
}

const CHOICES = [
  { value: undefined, label: "Let its check decide", what: "A check says how far it got; without one you are asked." },
  { value: "again", label: "Do it again", what: "A new agent begins the step from the files as they are." },
  { value: "failed", label: "It failed", what: "Steps that need it are blocked; the others run." },
  { value: "skip", label: "Skip it", what: "The run continues as if it were done." },
] as const;

interface InterruptedProps {
  steps: readonly number[];
  chosen: Extras["interrupted"];
  choose(choice: Extras["interrupted"]): void;
}

function InterruptedChoice({ steps, chosen, choose }: InterruptedProps) {
  return (
    <fieldset class="act-choices">
      <legend>
        {steps.length === 1 ? "Step" : "Steps"} {numberRanges(steps.map((number) => number - 1))}{" "}
        {steps.length === 1 ? "was" : "were"} interrupted
      </legend>
      {CHOICES.map(({ value, label, what }) => (
        <label key={label} class="act-choice">
          <input type="radio" name="interrupted" checked={chosen === value} onChange={() => choose(value)} />
          <span>
            <strong>{label}</strong> <span class="quiet">{what}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
