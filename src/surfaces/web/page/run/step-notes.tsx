import type { ComponentChildren } from "preact";
import { visible } from "../../../../plan/visible.ts";
import type { PlanPage } from "../../api/plan-page.ts";
import { Exact } from "../parts/command.tsx";
import { Icon } from "../parts/icon.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { Tag } from "../parts/tag.tsx";
import type { StepView } from "./step-view.ts";

/** What the step said and what the host saw: notes, deviations, unexpected changes, files. */
export function StepNotes({ view: { state, step } }: { page: PlanPage; view: StepView }) {
  const result = state?.result;
  const notes = state?.notes?.trim() ?? "";
  const isEmpty =
    notes === "" &&
    ![result?.deviations, result?.drift, result?.artifacts, result?.others, result?.left_out].some(
      (list) => list?.length,
    );
  if (isEmpty) return <p class="quiet output-empty">It noted nothing.</p>;
  return (
    <div class="step-notes">
      {notes !== "" && <Markdown text={notes} headings={3} />}
      <Part title="Deviations from the plan, as it says" items={result?.deviations}>
        {(what) => <span>{visible(what)}</span>}
      </Part>
      <Part title="Unexpected changes, as the host saw them" items={result?.drift} icon="warning">
        {(what) => <span>{visible(what)}</span>}
      </Part>
      <Part title="Files it changed" items={result?.artifacts}>
        {({ path, how }) => (
          <>
            <Tag look={how === "removed" ? "bad" : how === "added" ? "ok" : "plain"}>{how}</Tag> <Exact text={path} />
          </>
        )}
      </Part>
      <Part title="Changed while it did not work" items={result?.others}>
        {({ path, how }) => (
          <>
            <Tag>{how}</Tag> <Exact text={path} />
          </>
        )}
      </Part>
      <Part title={`In no snapshot: a roll back of ${step.id} leaves them`} items={result?.left_out}>
        {({ path, because }) => (
          <>
            <Exact text={path} /> <span class="quiet">{visible(because)}</span>
          </>
        )}
      </Part>
    </div>
  );
}

interface PartProps<Item> {
  title: string;
  items: readonly Item[] | undefined;
  icon?: "warning";
  children(item: Item): ComponentChildren;
}

function Part<Item>({ title, items, icon, children }: PartProps<Item>) {
  if (items === undefined || items.length === 0) return null;
  return (
    <section>
      <h3>
        {icon && <Icon name={icon} size={14} />} {title}
      </h3>
      <ul>
        {items.map((item, index) => (
          <li key={index}>{children(item)}</li>
        ))}
      </ul>
    </section>
  );
}
