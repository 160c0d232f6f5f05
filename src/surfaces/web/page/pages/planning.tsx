import { useState } from "preact/hooks";
import { money } from "../../../../plan/quantities.ts";
import { visible } from "../../../../plan/visible.ts";
import type { Planning } from "../../api/planning.ts";
import { call, type Refusal } from "../call.ts";
import { Button, ButtonLink } from "../parts/button.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Empty, Loading, Notice, Refused } from "../parts/states.tsx";
import { Ring, StepMark } from "../parts/step-mark.tsx";
import { Ago, At } from "../parts/time.tsx";
import { useResource } from "../resource.ts";
import { planAddress } from "../router.ts";
import { Frame } from "../shell.tsx";
import { projectName, useInbox } from "../store.ts";
import "./inbox/inbox.css";
import { SlipCard } from "./inbox/slip-card.tsx";
import "./planning/planning.css";

/** A planning session of this server: what the agent reads, what it asks, and the plan at its end. */
export function PlanningPage({ project, agent }: { project: string; agent: string }) {
  const found = useResource("plannings", {}, ({ type }) => ["planning", "agent", "plan"].includes(type));
  const inbox = useInbox().value.value?.requests ?? [];
  const [refusal, refuse] = useState<Refusal>();
  const planning = found.value.value?.plannings.find(({ id }) => id === agent);
  const asked = inbox.filter(({ journal }) => journal === agent);
  const stop = async (): Promise<void> => {
    const answer = await call("stopPlanning", { params: { planning: agent } });
    refuse(answer.ok ? undefined : answer.refusal);
    if (answer.ok) void found.fetch();
  };
  return (
    <Frame
      crumbs={[
        { label: projectName(project), href: `/plans?project=${encodeURIComponent(project)}` },
        { label: "Planning" },
      ]}
      back={{ label: "New plan", href: "/new" }}
      acts={
        planning?.may_end ? (
          <Button look="bad" onClick={() => void stop()}>
            End planning
          </Button>
        ) : undefined
      }
    >
      <div class="narrow">
        {!found.value.value && <Loading />}
        {found.value.value && !planning && (
          <Empty title="There is no such planning on this server" acts={<ButtonLink href="/new">New plan</ButtonLink>}>
            <p>
              It may have ended before the server was started again, or it runs in the terminal or in Discord. Its
              questions are in the inbox.
            </p>
          </Empty>
        )}
        {refusal && <Refused refusal={refusal} />}
        {planning && (
          <>
            <p class="fact quiet">{stateWords(planning)}</p>
            <h1>{visible(planning.goal)}</h1>
            <p class="fact quiet dotted">
              <span>for {visible(planning.by)}</span>
              {planning.model && <span class="mono">{planning.model}</span>}
              <span>{money(planning.cost)}</span>
              <Ago at={planning.started_at} />
            </p>
            {asked.length > 0 && <h2>The agent asks</h2>}
            {asked.map((slip) => (
              <SlipCard key={slip.id} slip={slip} isCurrent select={() => {}} />
            ))}
            <Outcome planning={planning} />
            <News planning={planning} isAsked={asked.length > 0} />
          </>
        )}
      </div>
    </Frame>
  );
}

function Outcome({ planning }: { planning: Planning }) {
  const { plan, project, refusal, phase } = planning;
  if (plan)
    return (
      <Notice
        look="ink"
        title={phase === "revising" ? "The plan was sent back." : "The plan is there."}
        acts={
          <ButtonLink look="sign" icon="pen" href={planAddress(project, plan)}>
            {phase === "revising" ? "The plan" : "Review"}
          </ButtonLink>
        }
      >
        {phase === "revising"
          ? "Its next revision appears on its page."
          : "Read it whole; nothing runs before it is signed."}
      </Notice>
    );
  if (refusal)
    return (
      <Notice title={visible(refusal.message)} acts={<ButtonLink href="/new">Try again</ButtonLink>}>
        {refusal.hint && visible(refusal.hint)}
      </Notice>
    );
  return phase === "ended" ? (
    <Notice title="It ended without a plan." acts={<ButtonLink href="/new">Try again</ButtonLink>} />
  ) : null;
}

function News({ planning, isAsked }: { planning: Planning; isAsked: boolean }) {
  // A question is there by itself.
  const news = planning.news.filter(({ news: one }) => one.type !== "called" || one.tool !== "ask_user").toReversed();
  return (
    <ol class="planning-news" aria-label="What the agent did, newest first">
      {planning.phase !== "ended" && planning.phase !== "submitted" && (
        <li>
          <span class="news-mark">{isAsked ? <StepMark status="waits" size={16} /> : <Ring size={16} />}</span>
          <span class="quiet">{isAsked ? "waits for your answer" : "reads and thinks"}</span>
        </li>
      )}
      {news.map(({ at, news: one }, index) => {
        const { icon, words, exact } = newsLook(one);
        return (
          <li key={`${at}-${index}`} class={one.type}>
            <span class="news-mark">
              <Icon name={icon} size={14} />
            </span>
            <span>
              {visible(words)} {exact && <code class="exact">{visible(exact)}</code>}
            </span>
            <span class="fact quiet">
              <At at={at} seconds />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function newsLook(news: Planning["news"][number]["news"]): { icon: IconName; words: string; exact?: string } {
  switch (news.type) {
    case "started":
      return {
        icon: "run",
        words: `Planning began with ${news.model}${news.sandboxed ? ", its shell in a sandbox" : ""}.`,
      };
    case "called":
      return { icon: "search", words: news.tool, exact: news.summary };
    case "refused":
      return { icon: "cross", words: `${news.tool} was refused: ${news.reason}` };
    case "asked":
      return { icon: "question", words: `The agent asks: ${news.question}` };
    case "answered":
      return { icon: "check", words: `${news.by} answered.` };
    case "proposed":
      return { icon: "plan", words: `It proposed revision ${news.revision}.` };
    case "revising":
      return { icon: "retry", words: `${news.by} sent it back; it revises the plan.` };
    case "not_a_plan":
      return { icon: "warning", words: `Its text was not a plan yet: ${news.reason}` };
    case "reminded":
      return { icon: "comment", words: "It stopped without a plan and was reminded." };
    case "retried":
      return { icon: "retry", words: `The provider failed (${news.reason}); try ${news.attempt}.` };
    case "trouble":
      return { icon: "warning", words: news.reason };
  }
}

function stateWords({ phase }: Planning): string {
  switch (phase) {
    case "gathering":
      return "An agent plans this now. It only reads.";
    case "submitted":
      return "The agent proposed a plan.";
    case "revising":
      return "The agent revises its plan. It only reads.";
    case "ended":
      return "Planning has ended.";
  }
}
