import { useEffect, useMemo, useState } from "preact/hooks";
import { visible } from "../../../../plan/visible.ts";
import type { PlanPage, Standing } from "../../api/plan-page.ts";
import { type ActDesk, actDesk } from "../acts/act-desk.ts";
import { ActSheet } from "../acts/act-sheet.tsx";
import { NextMoves } from "../acts/next-moves.tsx";
import { useKeys } from "../keys.ts";
import { SlipCard } from "../pages/inbox/slip-card.tsx";
import { Graph } from "../parts/graph.tsx";
import { Loading, Notice, Refused } from "../parts/states.tsx";
import { Tag } from "../parts/tag.tsx";
import { planAddress, query, setQuery } from "../router.ts";
import { Frame } from "../shell.tsx";
import { projectName, usePlan } from "../store.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { firstStep } from "./first-step.ts";
import { type LiveSteps, useLiveSteps } from "./live-steps.ts";
import { MoreActs } from "./more-acts.tsx";
import { runActs, stepActs } from "./run-acts.ts";
import { RunBar } from "./run-bar.tsx";
import { RunNumbers } from "./run-numbers.tsx";
import { RunReport } from "./run-report.tsx";
import { runStatus } from "./run-status.ts";
import { RunTiles } from "./run-tiles.tsx";
import { useSecond } from "./second.ts";
import { ShareSheet } from "./share-sheet.tsx";
import { SignatureStrip } from "./signature-strip.tsx";
import { StepCard } from "./step-card.tsx";
import { StepList } from "./step-list.tsx";
import { nodeNote, type StepView, stepViews } from "./step-view.ts";
import "../pages/inbox/inbox.css";
import "./run.css";
import "../acts/acts.css";

/** A run to follow, and everything that a person can do about it. */
export function RunPage({ project, plan }: { project: string; plan: string }) {
  const { value, refusal, fetch } = usePlan(project, plan);
  const live = useLiveSteps(project, plan);
  const desk = useMemo(() => actDesk({ project, plan }, fetch), [project, plan]);
  const page = value.value;
  const crumbs = [
    { label: projectName(project), href: `/plans?project=${encodeURIComponent(project)}` },
    { label: "Run" },
  ];
  const back = { label: "Runs", href: "/runs" };
  if (page?.standing && page.plan)
    return <Run page={page} standing={page.standing} live={live} desk={desk} crumbs={crumbs} back={back} />;
  return (
    <Frame crumbs={crumbs} back={back}>
      {page ? (
        <Notice look="bad" title={page.problem?.message ?? "This plan cannot be read here."} />
      ) : refusal.value ? (
        <Refused refusal={refusal.value} again={() => void fetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Frame>
  );
}

type Tab = "now" | "steps" | "timeline";

const TABS: readonly { tab: Tab; label: string }[] = [
  { tab: "now", label: "Now" },
  { tab: "steps", label: "Steps" },
  { tab: "timeline", label: "Timeline" },
];

interface Props {
  page: PlanPage;
  standing: Standing;
  live: LiveSteps;
  desk: ActDesk;
  crumbs: readonly { label: string; href?: string }[];
  back: { label: string; href: string };
}

function Run({ page, standing, live, desk, crumbs, back }: Props) {
  const [tab, show] = useState<Tab>("now");
  const [asked, ask] = useState<string>();
  const [sheet, openSheet] = useState<"more" | "share">();
  const views = useMemo(() => stepViews(page), [page]);
  const isAtWork = views.some(({ status }) => status === "in_progress");
  const now = useSecond(isAtWork);
  const wanted = query.value.get("step") ?? undefined;
  const current = views.find(({ step }) => step.id === wanted) ?? firstStep(views);
  const select = (step: string) => {
    setQuery({ step });
    show("now");
  };
  const numbers = useMemo(() => new Map(views.map(({ step, number }) => [step.id, number])), [views]);
  useEffect(() => {
    desk.numbers.value = numbers;
  }, [desk, numbers]);
  const waits = page.requests.filter(({ closing, kind }) => closing === undefined && kind !== "review");
  const status = runStatus(standing, views, waits.length);
  const title = page.plan?.title ?? page.id;
  const acts = runActs(page);
  useRunKeys({ page, desk, views, current, select, main: acts.main });
  const isOver = ["completed", "failed", "cancelled"].includes(standing.status);
  const told = live.value;
  const report = isOver && <RunReport key="report" page={page} standing={standing} views={views} desk={desk} />;
  const card = current && (
    <StepCard key={current.step.id} page={page} view={current} live={told.get(current.step.id)} desk={desk} />
  );
  return (
    <Frame
      class={`run-frame at-${tab}`}
      crumbs={crumbs}
      title={`${visible(title)}: ${status.words}`}
      back={back}
      acts={<RunBar desk={desk} version={standing.version} {...acts} open={openSheet} />}
      sideClass="run-side"
      sideLabel="Timeline"
      side={<Timeline project={page.project} plan={page.id} numbers={numbers} select={select} />}
    >
      <nav class="tabs run-tabs" aria-label="Parts of the run">
        {TABS.map((one) => (
          <button
            key={one.tab}
            type="button"
            aria-current={tab === one.tab ? "page" : undefined}
            onClick={() => show(one.tab)}
          >
            {one.label}
          </button>
        ))}
      </nav>
      <header class="run-head">
        <h1 dir="auto">
          <a href={planAddress(page.project, page.id, "review")}>{visible(title)}</a>
        </h1>
        <Tag look={status.look} icon={status.icon}>
          {status.words}
        </Tag>
      </header>
      <div class="run-part-now">
        <SignatureStrip standing={standing} />
        <RunNumbers page={page} standing={standing} steps={views} live={told} />
      </div>
      {desk.refusal.value && desk.open.value === undefined && (
        <div class="run-part-now run-refused">
          <Refused
            refusal={desk.refusal.value}
            acts={<NextMoves desk={desk} actions={desk.refusal.value.next ?? []} />}
          />
        </div>
      )}
      <div class="run-part-steps run-graph">
        <Graph
          steps={page.plan?.steps ?? []}
          selected={current?.step.id}
          select={select}
          status={(id) => views[(numbers.get(id) ?? 0) - 1]?.status ?? "pending"}
          note={(id) => {
            const view = views[(numbers.get(id) ?? 0) - 1];
            return view && nodeNote(view, now);
          }}
        />
      </div>
      <div class="run-part-now run-now">
        <Waits standing={standing} page={page} desk={desk} />
        {waits.length > 0 && <h2 class="visually-hidden">What waits for a person</h2>}
        {waits.map((slip) => (
          <SlipCard
            key={slip.id}
            slip={slip}
            isCurrent={slip.id === (asked ?? waits[0]?.id)}
            select={() => ask(slip.id)}
            numbers={numbers}
          />
        ))}
        {/* What failed needs a person first; what succeeded is read from its end. */}
        {standing.status === "failed" ? [card, report] : [report, card]}
        {standing.run && <RunTiles page={page} run={standing.run} views={views} select={select} />}
      </div>
      <div class="run-part-steps">
        <StepList steps={views} live={told} selected={current?.step.id} select={select} />
      </div>
      {sheet === "more" && <MoreActs desk={desk} version={standing.version} {...acts} open={openSheet} />}
      {sheet === "share" && <ShareSheet project={page.project} plan={page.id} close={() => openSheet(undefined)} />}
      <ActSheet
        desk={desk}
        version={standing.version}
        title={title}
        interrupted={views.filter(({ state }) => state?.status === "interrupted").map(({ number }) => number)}
      />
    </Frame>
  );
}

/** Why nothing goes on, in words; what asks has a slip of its own. */
function Waits({ standing, page, desk }: { standing: Standing; page: PlanPage; desk: ActDesk }) {
  const why = standing.run?.waits_for ?? [];
  const isLost = standing.status === "executing" && standing.holder === "none";
  if (isLost)
    return (
      <Notice
        look="warn"
        icon="bolt"
        title="No process runs this plan."
        acts={<NextMoves desk={desk} actions={page.next.filter(({ move }) => move === "resume")} />}
      >
        The one that ran it has ended. Resume continues with what is not done.
      </Notice>
    );
  const asks = page.requests.some(({ closing }) => closing === undefined);
  if (why.length === 0 || asks) return null;
  return (
    <Notice look="ink" title="Why nothing runs now:">
      {visible(why.join(" "))}
    </Notice>
  );
}

interface KeysProps {
  page: PlanPage;
  desk: ActDesk;
  views: readonly StepView[];
  current: StepView | undefined;
  select(step: string): void;
  main: ReturnType<typeof runActs>["main"];
}

function useRunKeys({ page, desk, views, current, select, main }: KeysProps): void {
  const move = (by: number) => {
    const next = views[(current?.number ?? 0) - 1 + by];
    if (next) select(next.step.id);
  };
  const pauseOrResume = main.find(({ act }) => act === "pause" || act === "resume");
  const acts = current ? stepActs(current, page) : [];
  useKeys("This run", [
    { keys: "j", does: "next step", act: () => move(1) },
    { keys: "k", does: "previous step", act: () => move(-1) },
    ...(pauseOrResume
      ? [{ keys: "p", does: pauseOrResume.act === "pause" ? "pause" : "resume", act: () => desk.press(pauseOrResume) }]
      : []),
    ...acts.map((wish, index) => ({
      keys: String(index + 1),
      does: `step ${current?.number}: ${wish.act === "rollBack" ? "roll back" : wish.act}`,
      act: () => desk.press(wish),
    })),
    {
      keys: "d",
      does: "what the run changed",
      act: () => document.querySelector<HTMLElement>("[data-run-changes]")?.click(),
    },
  ]);
}
