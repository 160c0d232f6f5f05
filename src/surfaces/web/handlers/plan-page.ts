import { planFacts } from "../../../acts/plan-facts.ts";
import { brokenJournal } from "../../../desk/broken-journal.ts";
import type { FoundPlan } from "../../../desk/desk.ts";
import { yes } from "../../../desk/outcome.ts";
import { textBefore, textsOf } from "../../../desk/revisions.ts";
import { applyTimeOuts } from "../../../desk/time-outs.ts";
import { nextActions } from "../../../lifecycle/next-actions.ts";
import { offers } from "../../../lifecycle/offers.ts";
import { bindingProposal, type LivePlan } from "../../../lifecycle/plan-state.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { defined } from "../../../plan/defined.ts";
import type { Plan } from "../../../plan/plan.ts";
import { estimateOf } from "../../../run/estimate.ts";
import { projectSandbox } from "../../../run/project-sandbox.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";
import type { PlanPage } from "../api/plan-page.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers, Visitor } from "./handler.ts";
import { slipsOf } from "./inbox.ts";
import { type ServedPlan, servedPlan, shownState } from "./served.ts";
import { standingOf } from "./standing-of.ts";

/** Extensions that still connect get five seconds: a person waits for the answer. */
const PATIENCE = 5_000;

/** All that is shown of a plan. */
export function planPageHandlers(dashboard: Dashboard): Pick<Handlers, "planPage"> {
  return {
    async planPage({ params, visitor }) {
      const project = dashboard.projects.find(params["project"] ?? "");
      if (project.ok) await applyTimeOuts(project.value.desk);
      const served = await servedPlan(dashboard, params);
      return served.ok ? yes(await pageOf(dashboard, served.value, visitor)) : served;
    },
  };
}

async function pageOf(dashboard: Dashboard, served: ServedPlan, visitor: Visitor | undefined): Promise<PlanPage> {
  const { project, id, found } = served;
  const { desk } = project;
  const state = shownState(found);
  const plan = state === undefined ? documentOf(found) : bindingProposal(state).plan;
  const sandbox = await projectSandbox(desk, dashboard.env);
  const problem = problemOf(id, found);
  return {
    project: project.key,
    id,
    kind: found.kind,
    ...defined({ problem, plan }),
    ...(state && { standing: await standingOf(dashboard, project, state) }),
    estimated: estimated(plan),
    commands: plan === undefined ? [] : commandsToRun(plan),
    ...(found.kind === "standing" && state
      ? await ofUsable(served, state, visitor)
      : { may: [], next: [], requests: [], warnings: [], relies_on_changed: [] }),
    sandbox: { is_on: sandbox.sandbox === "on", words: sandboxWords(sandbox) },
    network: desk.configuration.config.executing.network,
    viewers: dashboard.live.viewers(project.key, id).filter((name) => name !== visitor?.name),
  };
}

/** What a plan whose journal is intact has besides. */
async function ofUsable(
  { project, id }: ServedPlan,
  state: LivePlan,
  visitor: Visitor | undefined,
): Promise<
  Pick<PlanPage, "may" | "next" | "requests" | "warnings" | "relies_on_changed"> &
    Partial<Pick<PlanPage, "tree" | "previous">>
> {
  const { desk } = project;
  const facts = await planFacts(desk, state, {
    tools: async (names) => {
      const { stepToolsHere } = await import("../../../agent/step-tools-here.ts");
      return stepToolsHere(desk, names, { patience: PATIENCE });
    },
  });
  const { reliesOnChanged = [], warnings = [], tree, previous, holder } = facts;
  const may = visitor === undefined ? [] : offers(state, visitor.actor, desk.configuration.config.approvers);
  const open = openRequests(state.requests).map((request) => ({
    ...request,
    journal: id,
    title: state.proposal.plan.title,
  }));
  const before = previous && textBefore(await textsOf(desk, id), state.proposal);
  return {
    may,
    next: visitor === undefined || visitor.access === "viewer" ? [] : nextActions(state, holder),
    requests: await slipsOf(project, open, visitor),
    warnings: [...warnings],
    relies_on_changed: [...reliesOnChanged],
    ...defined({ tree }),
    ...(previous && before && { previous: { ...previous, version: before.version } }),
  };
}

function documentOf(found: FoundPlan): Plan | undefined {
  return found.kind === "elsewhere" ? found.document.plan : undefined;
}

function problemOf(id: string, found: FoundPlan): PlanPage["problem"] {
  switch (found.kind) {
    case "standing":
      return undefined;
    case "elsewhere":
      return { message: `${id} was not signed here: its approvals do not count.`, problems: [], next: [] };
    case "unreadable":
      return { message: `The file of ${id} cannot be read.`, problems: found.problems, next: [] };
    case "broken": {
      const refused = brokenJournal(id, found.broken);
      if (refused.ok) return undefined;
      const { message, hint, next = [] } = refused.refusal;
      return { message: hint === undefined ? message : `${message} ${hint}`, problems: [], next: [...next] };
    }
  }
}

function estimated(plan: Plan | undefined): PlanPage["estimated"] {
  const all = (plan?.steps ?? []).map((step) => estimateOf(step));
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    tokens: sum(({ tokens }) => tokens),
    cost: sum(({ cost = 0 }) => cost),
    minutes: sum(({ minutes }) => minutes),
    steps_without: all.filter(({ guessed }) => guessed).length,
  };
}
