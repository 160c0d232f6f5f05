import { visible } from "../../../../plan/visible.ts";
import { Exact } from "../parts/command.tsx";
import { Icon } from "../parts/icon.tsx";
import { Loading, Refused } from "../parts/states.tsx";
import { useResource } from "../resource.ts";

/** Calls that were refused or asked about, and commands: what the journals have of this step. */
export function StepCalls({
  project,
  plan,
  step,
  number,
}: {
  project: string;
  plan: string;
  step: string;
  number: number;
}) {
  const { value, refusal, fetch } = useResource(
    "timeline",
    { params: { project, plan }, query: { limit: 500 } },
    (event) => event.type === "agent" || (event.type === "plan" && event.project === project && event.id === plan),
  );
  if (refusal.value) return <Refused refusal={refusal.value} again={() => void fetch()} />;
  if (value.value === undefined) return <Loading rows={3} />;
  const calls = value.value.entries.filter(
    (entry) => entry.step === step && (entry.kind === "call" || entry.kind === "refused"),
  );
  if (calls.length === 0)
    return (
      <p class="quiet output-empty">No call of step {number} was recorded by itself. Its output has what it ran.</p>
    );
  return (
    <ul class="step-calls">
      {calls.map(({ id, kind, title, exact, detail }) => (
        <li key={id}>
          <Icon
            name={kind === "refused" ? "cross" : "command"}
            size={14}
            class={`icon ${kind === "refused" ? "bad" : "quiet"}`}
          />
          <div>
            <p>{visible(title)}</p>
            {exact !== undefined && <Exact text={exact} />}
            {detail !== undefined && <p class="fact">{visible(detail)}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
