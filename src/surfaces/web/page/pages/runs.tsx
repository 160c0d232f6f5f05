import { useEffect, useState } from "preact/hooks";
import { countedWords } from "../counted-words.ts";
import { useKeys } from "../keys.ts";
import { ButtonLink } from "../parts/button.tsx";
import { Empty, Loading, Refused } from "../parts/states.tsx";
import { Pills } from "../parts/tabs.tsx";
import { useResource } from "../resource.ts";
import { go, planAddress, query, setQuery } from "../router.ts";
import { Frame, ListActs } from "../shell.tsx";
import { projectName } from "../store.ts";
import { runGroups } from "./runs/run-groups.ts";
import { RunRow } from "./runs/run-row.tsx";
import "./runs/runs.css";

const isAbout = ({ type }: { type: string }): boolean => ["plan", "request", "projects"].includes(type);

/** What runs over all projects: what needs a person first, then what goes on, what waits its turn, and what ended lately. */
export function RunsPage() {
  const under = useResource(
    "plans",
    { query: { status: "executing,paused,stalled,approved", sort: "updated", limit: 500 } },
    isAbout,
  );
  const ended = useResource(
    "plans",
    { query: { status: "completed,failed,cancelled", sort: "updated", limit: 20 } },
    isAbout,
  );
  const queue = useResource("queued", {}, isAbout);
  const project = query.value.get("project") ?? "";
  const [current, select] = useState<string>();
  const all = [...(under.value.value?.plans ?? []), ...(ended.value.value?.plans ?? [])];
  const keys = [...new Set(all.map((plan) => plan.project))];
  const groups = runGroups(
    all.filter((plan) => project === "" || plan.project === project),
    queue.value.value?.plans ?? [],
  );
  const shown = groups.flatMap(({ plans }) => plans);
  const at = shown.findIndex((plan) => `${plan.project}/${plan.id}` === current);
  const move = (by: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
    if (next) select(`${next.project}/${next.id}`);
  };
  useEffect(() => {
    document.querySelector(".runs-row.current")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  useKeys("Runs", [
    { keys: "j", does: "next", act: () => move(1) },
    { keys: "k", does: "previous", act: () => move(-1) },
    {
      keys: "Enter",
      does: "follow the run",
      act: () => {
        const plan = shown[at];
        if (plan) go(planAddress(plan.project, plan.id, "run"));
      },
    },
  ]);
  const running = shown.filter(({ status }) => ["executing", "paused", "stalled"].includes(status)).length;
  const refusal = under.refusal.value;
  return (
    <Frame crumbs={[{ label: "Runs" }]} acts={<ListActs />}>
      <header class="head">
        <h1>{running === 0 ? "Nothing runs now" : `${countedWords(running, "run")} under way`}</h1>
        {keys.length > 1 && (
          <Pills
            label="Project"
            value={project}
            choose={(value: string) => setQuery({ project: value })}
            options={[
              { value: "", label: "All" },
              ...keys.sort().map((key) => ({ value: key, label: projectName(key) })),
            ]}
          />
        )}
      </header>
      {refusal && <Refused refusal={refusal} again={() => void under.fetch()} />}
      {under.value.value === undefined && !refusal && <Loading rows={4} />}
      {under.value.value !== undefined && shown.length === 0 && (
        <Empty title="No plan runs here yet" acts={<ButtonLink href="/plans">Plans</ButtonLink>}>
          A plan runs once it is countersigned: from its page, from a terminal, or from Discord. It appears here by
          itself.
        </Empty>
      )}
      {groups.map(({ group, title, words, plans }) => (
        <section key={group} class="runs-group" aria-label={title}>
          <h2>
            {title} <span class="count">{plans.length}</span>
            {words !== undefined && <span class="fact quiet">{words}</span>}
          </h2>
          <ul>
            {plans.map((plan) => (
              <RunRow
                key={`${plan.project}/${plan.id}`}
                plan={plan}
                queued={queue.value.value?.plans.find((one) => one.id === plan.id && one.project === plan.project)}
                isCurrent={`${plan.project}/${plan.id}` === current}
                changed={queue.fetch}
              />
            ))}
          </ul>
        </section>
      ))}
    </Frame>
  );
}
