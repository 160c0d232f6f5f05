import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../keys.ts";
import { ButtonLink } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, Loading, Refused } from "../parts/states.tsx";
import { Pills } from "../parts/tabs.tsx";
import { go, planAddress, query, setQuery } from "../router.ts";
import { Frame, ListActs } from "../shell.tsx";
import { may, projectName, projects } from "../store.ts";
import { PlanRow } from "./plans/plan-row.tsx";
import "./plans/plans.css";
import { grouped } from "../../../../plan/quantities.ts";
import { type PlansWanted, usePlanPages } from "./plans/plan-pages.ts";
import { VirtualList } from "./plans/virtual-list.tsx";

const FILTERS = [
  { value: "", label: "All", statuses: undefined },
  { value: "waiting", label: "To sign", statuses: "proposed,needs_review" },
  { value: "changes", label: "Sent back", statuses: "changes_requested" },
  { value: "approved", label: "Approved", statuses: "approved" },
  { value: "running", label: "Under way", statuses: "executing,paused,stalled" },
  { value: "completed", label: "Completed", statuses: "completed" },
  { value: "failed", label: "Failed", statuses: "failed" },
  { value: "ended", label: "Rejected, cancelled", statuses: "rejected,cancelled" },
] as const;

const SORTS = [
  { value: "updated", label: "Last change", order: "desc" },
  { value: "created", label: "Newest", order: "desc" },
  { value: "title", label: "Title", order: "asc" },
  { value: "risk", label: "Risk", order: "desc" },
  { value: "status", label: "Status", order: "asc" },
  { value: "progress", label: "Progress", order: "desc" },
] as const;

/** Every plan: filtered, searched in its text, sorted. Rows come from the server as they are scrolled to. */
export function PlansPage() {
  const wanted = wantedFrom(query.value);
  const pages = usePlanPages(wanted);
  const total = pages.total.value;
  const [current, select] = useState(-1);
  useEffect(() => select(-1), [JSON.stringify(wanted)]);
  const move = (by: number): void => select((before) => Math.max(0, Math.min((total ?? 1) - 1, before + by)));
  useKeys("Plans", [
    { keys: "j", does: "next", act: () => move(1) },
    { keys: "k", does: "previous", act: () => move(-1) },
    {
      keys: "Enter",
      does: "open",
      act: () => {
        const plan = pages.at(current);
        if (plan) go(planAddress(plan.project, plan.id));
      },
    },
  ]);
  const refusal = pages.refusal.value;
  return (
    <Frame crumbs={crumbsOf(wanted.project)} acts={<ListActs />}>
      <div class="head">
        <h1>{wanted.project ? projectName(wanted.project) : "Plans"}</h1>
        {total !== undefined && <p class="fact quiet">{`${grouped(total)} ${total === 1 ? "plan" : "plans"}`}</p>}
      </div>
      <Filters wanted={wanted} />
      {refusal && <Refused refusal={refusal} again={pages.fetchAgain} />}
      {total === undefined && !refusal && <Loading rows={6} />}
      {total === 0 && <NoPlans isFiltered={isFiltered(wanted)} />}
      {total !== undefined && total > 0 && (
        <VirtualList
          label="Plans"
          total={total}
          current={current}
          show={pages.show}
          row={(index) => <PlanRow plan={pages.at(index)} isCurrent={index === current} />}
        />
      )}
    </Frame>
  );
}

function crumbsOf(project: string | undefined) {
  return project ? [{ label: "Plans", href: "/plans" }, { label: projectName(project) }] : [{ label: "Plans" }];
}

function wantedFrom(search: URLSearchParams): PlansWanted {
  const filter = FILTERS.find(({ value }) => value === search.get("status"));
  const sort = SORTS.find(({ value }) => value === search.get("sort")) ?? SORTS[0];
  const [project, q] = [search.get("project"), search.get("q")];
  return {
    ...(filter?.statuses && { status: filter.statuses }),
    ...(project && { project }),
    ...(q && { q }),
    ...(search.get("archived") === "1" && { archived: "1" }),
    sort: sort.value,
    order: sort.order,
  };
}

function isFiltered({ status, project, q, archived }: PlansWanted): boolean {
  return [status, project, q, archived].some((one) => one !== undefined);
}

function Filters({ wanted }: { wanted: PlansWanted }) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (query.value.get("find") !== "1") return;
    setQuery({ find: undefined });
    field.current?.focus();
  }, []);
  const status = FILTERS.find(({ statuses }) => statuses === wanted.status)?.value ?? "";
  return (
    <div class="plan-filters">
      <div class="find">
        <Icon name="search" />
        <input
          ref={field}
          class="field"
          type="search"
          data-find
          aria-label="Find in titles and texts"
          placeholder="Find in titles and texts"
          defaultValue={wanted.q ?? ""}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => setQuery({ q: value.trim() }), 150);
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Escape") currentTarget.blur();
          }}
        />
      </div>
      <Pills label="Status" options={FILTERS} value={status} choose={(value) => setQuery({ status: value })} />
      <div class="plan-sort">
        {projects.value.length > 1 && (
          <select
            class="field"
            aria-label="Project"
            value={wanted.project ?? ""}
            onChange={({ currentTarget: { value } }) => setQuery({ project: value })}
          >
            <option value="">All projects</option>
            {projects.value.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
        <select
          class="field"
          aria-label="Sort by"
          value={wanted.sort ?? "updated"}
          onChange={({ currentTarget: { value } }) => setQuery({ sort: value === "updated" ? undefined : value })}
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <label class="check">
          <input
            type="checkbox"
            checked={wanted.archived === "1"}
            onChange={({ currentTarget }) => setQuery({ archived: currentTarget.checked ? "1" : undefined })}
          />
          Archived
        </label>
      </div>
    </div>
  );
}

function NoPlans({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty isPart title="No plan fits" acts={<ButtonLink href="/plans">Show all plans</ButtonLink>}>
        <p>Other words, another status or another project may.</p>
      </Empty>
    );
  return (
    <Empty
      isPart
      title="No plans yet"
      acts={
        may("author") ? (
          <ButtonLink look="sign" href="/new" keys="n">
            New plan
          </ButtonLink>
        ) : undefined
      }
    >
      <p>
        A plan comes here when an agent proposes it: in the terminal with <code>/plan</code> and a goal, from a shell
        with <code>countersign plan</code>, in Discord, or with the button below.
      </p>
    </Empty>
  );
}
