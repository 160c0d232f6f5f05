import type { ComponentChildren } from "preact";
import { counted, grouped, money, roughDuration, tokens } from "../../../../plan/quantities.ts";
import { countedWords } from "../counted-words.ts";
import { useKeys } from "../keys.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, Loading, Refused } from "../parts/states.tsx";
import { Pills } from "../parts/tabs.tsx";
import { useResource } from "../resource.ts";
import { query, setQuery } from "../router.ts";
import { Frame } from "../shell.tsx";
import { projectName, projects } from "../store.ts";
import { BarRows } from "./statistics/bar-rows.tsx";
import { Chart, TablesButton, toggleTables } from "./statistics/chart.tsx";
import { EstimatesChart } from "./statistics/estimates-chart.tsx";
import { type Row, type Summed, sumUp } from "./statistics/sum-up.ts";
import { spansOf, WeeksChart } from "./statistics/weeks-chart.tsx";
import "./statistics/statistics.css";

const RANGES = [
  { value: "30", label: "30 days", title: "Thirty days" },
  { value: "", label: "12 weeks", title: "Twelve weeks" },
  { value: "all", label: "All time", title: "All time" },
] as const;

/** Numbers about plans, approvals, steps and costs, as they stand in the journals. */
export function StatisticsPage() {
  const range = RANGES.find(({ value }) => value === query.value.get("range")) ?? RANGES[1];
  const project = query.value.get("project") ?? "";
  const since = sinceOf(range.value);
  const found = useResource(
    "statistics",
    { query: { ...(since && { since }), ...(project && { project }) } },
    ({ type }) => type === "projects",
  );
  useKeys("Statistics", [{ keys: "t", does: "tables behind the charts", act: toggleTables }]);
  const value = found.value.value;
  const summed = value && sumUp(value);
  const where = project ? projectName(project) : countedWords(value?.projects.length ?? 0, "project").toLowerCase();
  return (
    <Frame
      crumbs={[{ label: "Statistics" }]}
      acts={
        <>
          <TablesButton />
          <Button class="only-wide" onClick={() => value && download(value)} disabled={value === undefined}>
            Export JSON
          </Button>
        </>
      }
    >
      <div class="head">
        <h1>{value ? `${range.title}, ${where}` : range.title}</h1>
        <div class="statistics-choices">
          {projects.value.length > 1 && (
            <select
              class="field"
              aria-label="Project"
              value={project}
              onChange={({ currentTarget }) => setQuery({ project: currentTarget.value })}
            >
              <option value="">All projects</option>
              {projects.value.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <Pills label="Time" options={RANGES} value={range.value} choose={(one) => setQuery({ range: one })} />
        </div>
      </div>
      {found.refusal.value && !value && <Refused refusal={found.refusal.value} again={() => void found.fetch()} />}
      {!value && !found.refusal.value && <Loading rows={6} />}
      {value && summed && summed.plans === 0 && (
        <Empty isPart title="Nothing to count yet">
          <p>No plan was proposed {since ? "in this time" : "here"}. Numbers appear with the first one.</p>
        </Empty>
      )}
      {value && summed && summed.plans > 0 && (
        <>
          <Numbers summed={summed} />
          <Charts summed={summed} days={value.days} />
          <p class="statistics-foot">
            <Icon name="audit" size={14} />
            {summed.journals.broken === 0 ? (
              `Counted from ${counted(summed.journals.total, "sealed journal")}. ${summed.journals.total === 1 ? "It holds." : "All of them hold."}`
            ) : (
              <span>
                Counted from {counted(summed.journals.total - summed.journals.broken, "sealed journal")}.{" "}
                <a href="/audit?verify=1">{summed.journals.broken} more are broken</a> and not counted.
              </span>
            )}
          </p>
        </>
      )}
    </Frame>
  );
}

function Numbers({ summed }: { summed: Summed }) {
  const { approval, waits, revisions, spent, small } = summed;
  const share = approval.decided === 0 ? undefined : Math.round((approval.approved / approval.decided) * 100);
  const medians = waits.map(({ median }) => median).sort((a, b) => a - b);
  const [first, last] = [medians[0], medians.at(-1)];
  const wait =
    first === undefined || last === undefined
      ? "–"
      : roughDuration(first) === roughDuration(last)
        ? roughDuration(first)
        : `${roughDuration(first)} – ${roughDuration(last)}`;
  const longest = Math.max(...waits.map(({ p90 }) => p90));
  return (
    <dl class="numbers card">
      <BigNumber name="Approved" value={share === undefined ? "–" : `${share} %`}>
        {approval.approved} of {approval.decided} that were decided
      </BigNumber>
      <BigNumber name="Until approved" value={wait}>
        {waits.length > 1
          ? `medians of ${waits.length} projects`
          : waits.length === 1
            ? `median; nine of ten in ${roughDuration(longest)}`
            : "no approval yet"}
      </BigNumber>
      <BigNumber name="Revisions of a plan" value={revisions ? revisions.mean.toFixed(1) : "–"}>
        {revisions ? `at most ${revisions.most}` : "no plan yet"}
      </BigNumber>
      <BigNumber name="Spent" value={money(spent.cost)}>
        {tokens(spent.tokens)} tokens;{" "}
        {spent.medianCost === undefined ? `${spent.plans} plans` : `a plan's median ${money(spent.medianCost)}`}
      </BigNumber>
      <BigNumber name="Over-planned" value={small.of === 0 ? "–" : `${Math.round((small.plans / small.of) * 100)} %`}>
        one step, low risk, no decision
      </BigNumber>
    </dl>
  );
}

function BigNumber({ name, value, children }: { name: string; value: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span class="fact quiet">{children}</span>
      </dd>
    </div>
  );
}

function Charts({ summed, days }: { summed: Summed; days: Parameters<typeof spansOf>[0] }) {
  const spans = spansOf(days, new Date().toISOString().slice(0, 10));
  const isByWeek = spans[0]?.title.startsWith("week") === true;
  const failed = summed.modes.filter(({ of }) => (of ?? 0) > 0);
  const { asked, added, once, refused } = summed.amendments;
  const known = summed.estimates.filter(({ steps }) => steps > 0);
  const plain = (rows: readonly Row[]) => rows.map(({ name, value }) => [name, value]);
  return (
    <div class="charts">
      <Chart
        class="wide"
        title={isByWeek ? "Plans by week" : "Plans by day"}
        legend={
          <>
            <span>
              <i class="key approved" /> approved
            </span>
            <span>
              <i class="key rejected" /> rejected
            </span>
            <span>
              <i class="key proposed" /> proposed
            </span>
          </>
        }
        head={["Time", "Proposed", "Approved", "Rejected"]}
        rows={spans.map(({ title, proposed, approved, rejected }) => [title, proposed, approved, rejected])}
      >
        <WeeksChart spans={spans} />
      </Chart>
      <Chart
        title="Against estimates"
        legend={
          <>
            <span>
              <i class="key estimated" /> estimated
            </span>
            <span>
              <i class="key took" /> took
            </span>
          </>
        }
        head={["What", "Estimated", "Took", "Steps"]}
        rows={known.map(({ what, estimated, actual, steps }) => [
          what,
          amountWords(what, estimated),
          amountWords(what, actual),
          steps,
        ])}
      >
        <EstimatesChart estimates={known} />
        {known.length > 0 && <p class="fact quiet chart-foot">Over all steps that had an estimate and were done.</p>}
      </Chart>
      <Chart
        title="Steps that failed, by mode"
        head={["Mode", "Failed", "Begun"]}
        rows={failed.map(({ name, value, of }) => [name, value, of ?? 0])}
      >
        <BarRows look="bad" rows={failed} words={({ value, of }) => `${value} of ${of}`} />
      </Chart>
      <Chart
        title="Refused most"
        legend="while planning and running"
        head={["Tool", "Refused"]}
        rows={plain(summed.denied)}
      >
        <BarRows mono rows={summed.denied} words={({ value }) => String(value)} />
      </Chart>
      <Chart title="Missed most" legend="outside the signed scope" head={["Tool", "Calls"]} rows={plain(summed.missed)}>
        <BarRows mono rows={summed.missed} words={({ value }) => String(value)} />
        {asked > 0 && (
          <p class="fact chart-foot">
            Amendments: <strong>{asked}</strong> asked · <strong>{added}</strong> added · <strong>{once}</strong> once ·{" "}
            <strong>{refused}</strong> refused
          </p>
        )}
      </Chart>
      <Chart
        class="full"
        title="Spent by model"
        head={["Model", "US dollars"]}
        rows={summed.models.map(({ name, value }) => [name, value.toFixed(2)])}
      >
        <BarRows mono rows={summed.models} words={({ value }) => money(value)} />
      </Chart>
    </div>
  );
}

function amountWords(what: Summed["estimates"][number]["what"], amount: number): string {
  return what === "cost" ? money(amount) : grouped(Math.round(amount));
}

function sinceOf(range: (typeof RANGES)[number]["value"]): string | undefined {
  if (range === "all") return undefined;
  const days = range === "30" ? 30 : 84;
  return new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

function download(value: unknown): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  link.download = "countersign-statistics.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
