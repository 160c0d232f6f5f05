import { createHash } from "node:crypto";
import { sharePlan } from "../../../acts/share-plan.ts";
import { exportPlan } from "../../../desk/export-plan.ts";
import { no, yes } from "../../../desk/outcome.ts";
import { defined } from "../../../plan/defined.ts";
import { grouped } from "../../../plan/quantities.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { servedProject } from "./served.ts";

/** What a link has room for, the most first: it leaves out what is longest, and never a signature. */
const IN_A_LINK = [
  { mostPatch: 40_000, mostHistory: 200 },
  { mostPatch: 0, mostHistory: 200 },
  { mostPatch: 0, mostHistory: 0 },
];

/** A plan with its whole life, as a file or in a link. */
export function exportHandlers(dashboard: Dashboard): Pick<Handlers, "exportPlan" | "share"> {
  const { env } = dashboard;
  return {
    async exportPlan({ params, query }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const { desk } = project.value;
      const id = params["plan"] ?? "";
      if (query.as === "html") {
        const shared = await sharePlan(desk, id, { env });
        if (!shared.ok) return shared;
        const { SHARED_PAGE_STYLE, sharedPlanHtml } = await import("../../../picture/shared-plan-html.ts");
        const styleHash = createHash("sha256").update(SHARED_PAGE_STYLE).digest("base64");
        return file(`${id}.html`, "text/html", sharedPlanHtml(shared.value, styleHash));
      }
      const exported = await exportPlan(desk, id);
      if (!exported.ok) return exported;
      const { view, journal, broken, artifacts } = exported.value;
      if (query.as === "jsonl")
        return file(`${id}.jsonl`, "application/x-ndjson", journal.map((one) => `${JSON.stringify(one)}\n`).join(""));
      const plan = view.kind === "elsewhere" ? view.document.plan : view.state;
      const whole = { format: 1, id, kind: view.kind, plan, journal, verified: broken === undefined, artifacts };
      return file(`${id}.json`, "application/json", JSON.stringify({ ...whole, ...defined({ broken }) }, undefined, 2));
    },
    async share({ params }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const id = params["plan"] ?? "";
      const { linkOf } = await import("../../../picture/shared-link.ts");
      let tooLong = 0;
      for (const room of IN_A_LINK) {
        const shared = await sharePlan(project.value.desk, id, { env, ...room });
        if (!shared.ok) return shared;
        const link = await linkOf(shared.value);
        if (link.fragment !== undefined) return yes({ fragment: link.fragment });
        tooLong = link.tooLong;
      }
      return no("too_long", `A link to ${id} would have ${grouped(tooLong)} characters.`, {
        hint: "Share it as a file instead: it has room for everything.",
      });
    },
  };
}

/** Downloaded, never shown by this server: its own rules for pages are not those of the file. */
function file(name: string, type: string, text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
