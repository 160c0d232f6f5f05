import { checkText } from "../../../acts/check-text.ts";
import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { type PastText, textsOf } from "../../../desk/revisions.ts";
import { defined } from "../../../plan/defined.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { Revision } from "../api/texts.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { servedPlan, servedProject, shownState } from "./served.ts";

/** The texts of a plan, and how they differ. */
export function textHandlers(dashboard: Dashboard): Pick<Handlers, "planText" | "checkText" | "revisions" | "compare"> {
  return {
    async checkText({ params, body }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const checked = await checkText(project.value.desk, params["plan"] ?? "", body.text);
      if (!checked.ok) return checked;
      const { problems, digest, comparison, widens } = checked.value;
      return yes({ problems, ...defined({ digest, comparison, widens }) });
    },
    async planText({ params, query }) {
      const served = await servedPlan(dashboard, params);
      if (!served.ok) return served;
      const { project, id, found } = served.value;
      const text =
        query.version === undefined
          ? found.kind === "elsewhere"
            ? found.document.text
            : (shownState(found)?.proposal.text ?? "")
          : await textAt(project.desk, id, query.version);
      return text === undefined ? noVersion(id, query.version ?? 0) : plain(text);
    },
    async revisions({ params }) {
      const served = await servedPlan(dashboard, params);
      if (!served.ok) return served;
      const { project, id } = served.value;
      const texts = await textsOf(project.desk, id);
      const signed = await signaturesOf(project.desk, id);
      return yes({ revisions: texts.map((text) => revisionOf(text, signed)) });
    },
    async compare({ params, query: { from, to } }) {
      const served = await servedPlan(dashboard, params);
      if (!served.ok) return served;
      const { project, id } = served.value;
      const texts = await textsOf(project.desk, id);
      const before = texts.find(({ version }) => version === from);
      const after = texts.find(({ version }) => version === to);
      if (before === undefined || after === undefined) return noVersion(id, before === undefined ? from : to);
      const signed = await signaturesOf(project.desk, id);
      const { compareRevisions } = await import("../../../plan/compare-revisions.ts");
      return yes({
        from: revisionOf(before, signed),
        to: revisionOf(after, signed),
        before: before.plan,
        after: after.plan,
        texts: { before: before.text, after: after.text },
        comparison: compareRevisions(before.plan, after.plan),
      });
    },
  };
}

function plain(text: string): Response {
  return new Response(text, {
    headers: { "content-type": "text/markdown; charset=utf-8", "cache-control": "no-store" },
  });
}

async function textAt(desk: Desk, id: PlanId, version: number): Promise<string | undefined> {
  return (await textsOf(desk, id)).find((text) => text.version === version)?.text;
}

function noVersion(id: PlanId, version: number): Outcome<never> {
  return no("not_found", `No text of ${id} has the version ${version}.`);
}

function revisionOf(
  { revision, version, digest, at, by }: PastText,
  signed: ReadonlyMap<string, readonly string[]>,
): Revision {
  return { revision, version, digest, at, by, signatures: [...(signed.get(digest) ?? [])] };
}

/** By digest: the names of those who signed it. */
async function signaturesOf(desk: Desk, id: PlanId): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  const { records } = await desk.store.loadJournal(id);
  for (const { by, events } of records) {
    for (const event of events as { type: string; digest?: string }[]) {
      if (event.type !== "signed" || event.digest === undefined) continue;
      names.set(event.digest, [...(names.get(event.digest) ?? []), by.name]);
    }
  }
  return names;
}
