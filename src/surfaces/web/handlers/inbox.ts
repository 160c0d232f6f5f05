import { formOf } from "../../../acts/request-form.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { answer, findRequest, type InboxEntry, inboxPage } from "../../../desk/requests.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { closedWords } from "../../../lifecycle/request-closing.ts";
import { defined } from "../../../plan/defined.ts";
import { isPlanId } from "../../../plan/plan.ts";
import type { Inbox, Slip } from "../api/requests.ts";
import { answeredLately } from "./answered-lately.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import type { Handlers, Visitor } from "./handler.ts";
import { servedProject, shownState } from "./served.ts";
import { slipOf } from "./slip-of.ts";

const MOST = 500;
const MOST_ANSWERED = 30;

/** What waits for persons, how they answer it, and what they answered last. */
export function inboxHandlers(dashboard: Dashboard): Pick<Handlers, "inbox" | "answered" | "answer"> {
  return {
    async answer({ params, body, person, visitor }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const { desk } = project.value;
      const by = person(desk);
      if (!by.ok) return by;
      const found = await findRequest(desk, body.request);
      if (!found.ok) return found;
      const { closing, journal, kind } = found.value;
      if (closing) return no("request_closed", closedWords(closing), { facts: { closing } });
      const plan = isPlanId(journal) ? await desk.plan(journal) : undefined;
      const form = formOf(found.value, plan?.ok ? shownState(plan.value) : undefined);
      const given = body.chosen === undefined ? form.parse(body.words ?? "") : form.parse(body.chosen, body.words);
      if (!given.ok) {
        const next = kind === "review" ? [{ move: "approve" as const, plan: journal, what: "answer it" }] : undefined;
        return { ok: false, refusal: { ...given.refusal, ...defined({ next }) } };
      }
      const answered = await answer(desk, body.request, given.value, by.value);
      if (!answered.ok) return answered;
      const [request] = await slipsOf(project.value, [answered.value], visitor);
      return request ? yes({ request, words: "Your answer is recorded." }) : no("unknown_request", "It is gone.");
    },
    async inbox({ visitor }) {
      const slips: Slip[] = [];
      let total = 0;
      for (const project of dashboard.projects.all()) {
        const page = await inboxPage(project.desk, { limit: MOST });
        total += page.total;
        slips.push(...(await slipsOf(project, page.requests, visitor)));
      }
      slips.sort((a, b) => (a.opened_at < b.opened_at ? -1 : a.opened_at > b.opened_at ? 1 : 0));
      return yes({ requests: slips, total });
    },
    async answered({ visitor }): Promise<Outcome<Inbox>> {
      const slips: Slip[] = [];
      for (const project of dashboard.projects.all())
        slips.push(...(await slipsOf(project, await answeredLately(project.desk, MOST_ANSWERED), visitor)));
      slips.sort((a, b) => ((a.closing?.at ?? "") > (b.closing?.at ?? "") ? -1 : 1));
      const requests = slips.slice(0, MOST_ANSWERED);
      return yes({ requests, total: requests.length });
    },
  };
}

export async function slipsOf(
  project: ServedProject,
  entries: readonly InboxEntry[],
  visitor: Visitor | undefined,
): Promise<Slip[]> {
  const plans = new Map<string, LivePlan | undefined>();
  const slips: Slip[] = [];
  for (const entry of entries) {
    const { journal } = entry;
    if (isPlanId(journal) && !plans.has(journal)) {
      const found = await project.desk.plan(journal);
      plans.set(journal, found.ok ? shownState(found.value) : undefined);
    }
    slips.push(slipOf(entry, { project: project.key, desk: project.desk, plan: plans.get(journal), visitor }));
  }
  return slips;
}
