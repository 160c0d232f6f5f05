import { useEffect, useState } from "preact/hooks";
import type { Slip } from "../../api/requests.ts";
import { countedWords } from "../counted-words.ts";
import { useKeys } from "../keys.ts";
import { ButtonLink } from "../parts/button.tsx";
import { Empty, Loading, Refused } from "../parts/states.tsx";
import { StepMark } from "../parts/step-mark.tsx";
import { Pills } from "../parts/tabs.tsx";
import { go, query, setQuery } from "../router.ts";
import { Frame, ListActs } from "../shell.tsx";
import { projectName, useAnswered, useInbox, useRunning } from "../store.ts";
import "./inbox/inbox.css";
import { notificationsOffered, turnOnNotifications } from "../notifications.ts";
import { Button } from "../parts/button.tsx";
import { AnsweredColumn } from "./inbox/answered-column.tsx";
import { withAnswered } from "./inbox/just-answered.ts";
import { RunsColumn } from "./inbox/runs-column.tsx";
import { addressOfSlip, SlipCard } from "./inbox/slip-card.tsx";

/** All that waits for a person, over all projects. What stands still comes first, the oldest on top. */
export function InboxPage() {
  const inbox = useInbox();
  const answered = useAnswered().value.value?.requests ?? [];
  const running = useRunning().value.value?.plans;
  const [current, select] = useState<string>();
  const project = query.value.get("project") ?? "";
  const open = inbox.value.value?.requests;
  const all = open && withAnswered(open, answered);
  const shown = all?.filter((slip) => project === "" || slip.project === project) ?? [];
  const still = shown.filter(stopsRun);
  const ordered = [...still, ...shown.filter((slip) => !stopsRun(slip))];
  const chosen = ordered.find(({ id }) => id === current) ?? ordered.find(({ closing }) => !closing);

  const move = (by: number): void => {
    const place = chosen ? ordered.indexOf(chosen) : -1;
    const next = ordered[Math.min(ordered.length - 1, Math.max(0, place + by))];
    if (next) select(next.id);
  };
  useKeys("Inbox", [
    { keys: "j", does: "next", act: () => move(1) },
    { keys: "k", does: "previous", act: () => move(-1) },
    { keys: "Enter", does: "open the plan", act: () => chosen && go(addressOfSlip(chosen)) },
  ]);
  useEffect(() => {
    if (current) document.getElementById(`slip-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const waiting = open?.length ?? 0;
  return (
    <Frame
      class="inbox"
      crumbs={[{ label: "Inbox" }]}
      acts={<ListActs />}
      sideLabel="Runs and answers"
      side={
        <>
          <RunsColumn plans={running} />
          <AnsweredColumn answered={answered} />
        </>
      }
    >
      {inbox.refusal.value && !open && <Refused refusal={inbox.refusal.value} again={() => void inbox.fetch()} />}
      {!open && !inbox.refusal.value && <Loading title="Inbox" />}
      {all && all.length === 0 && (
        <Empty
          title="Nothing waits for you"
          acts={
            <>
              <ButtonLink keys="n" href="/new">
                New plan
              </ButtonLink>
              {notificationsOffered.value && (
                <Button look="bare" icon="bell" onClick={turnOnNotifications}>
                  Tell me on this desktop
                </Button>
              )}
            </>
          }
        >
          <p>
            {running && running.length > 0 && `${countedWords(running.length, "run is", "runs are")} under way. `}
            New requests appear here by themselves.
          </p>
        </Empty>
      )}
      {all && all.length > 0 && (
        <>
          <div class="head">
            <h1>
              {waiting === 0
                ? "Nothing waits for you"
                : `${countedWords(waiting, "thing waits", "things wait")} for you`}
            </h1>
            <ProjectPills slips={all} project={project} />
          </div>
          <Group title="Stopped until you answer" mark="waits" slips={still} chosen={chosen} select={select} />
          <Group
            title="Can wait"
            mark="pending"
            slips={shown.filter((slip) => !stopsRun(slip))}
            chosen={chosen}
            select={select}
          />
        </>
      )}
    </Frame>
  );
}

/** A run, or an agent in the middle of a call, does nothing more until it is answered. A review has time. */
function stopsRun({ stands_still, kind }: Slip): boolean {
  return stands_still && kind !== "review" && kind !== "question";
}

function ProjectPills({ slips, project }: { slips: readonly Slip[]; project: string }) {
  const counts = new Map<string, number>();
  for (const slip of slips) counts.set(slip.project, (counts.get(slip.project) ?? 0) + 1);
  if (counts.size < 2 && project === "") return null;
  return (
    <Pills
      label="Project"
      value={project}
      choose={(value) => setQuery({ project: value })}
      options={[
        { value: "", label: "All", count: slips.length },
        ...[...counts].map(([value, count]) => ({ value, label: projectName(value), count })),
      ]}
    />
  );
}

function Group(props: {
  title: string;
  mark: "waits" | "pending";
  slips: readonly Slip[];
  chosen: Slip | undefined;
  select(id: string): void;
}) {
  const { title, mark, slips, chosen, select } = props;
  if (slips.length === 0) return null;
  return (
    <section class="slips">
      <h2>
        <StepMark status={mark} size={14} />
        {title} <span class="count">{slips.length}</span>
      </h2>
      {slips.map((slip) => (
        <SlipCard key={slip.id} slip={slip} isCurrent={slip.id === chosen?.id} select={() => select(slip.id)} />
      ))}
    </section>
  );
}
