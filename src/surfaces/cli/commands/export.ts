import { createHash } from "node:crypto";
import { sharePlan } from "../../../acts/share-plan.ts";
import type { Desk } from "../../../desk/desk.ts";
import { exportPlan } from "../../../desk/export-plan.ts";
import { defined } from "../../../plan/defined.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { print } from "../output.ts";
import { foundJson } from "../plan-json.ts";
import { printed, type Reply, refused, reply } from "../reply.ts";
import type { Session } from "../session.ts";
import { writeNewFile } from "../write-new-file.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
  if (args.options["html"] === true) return page(session, desk, id, text(args, "out"));
  const exported = await exportPlan(desk, id);
  if (!exported.ok) return refused(exported.refusal);
  const { view, journal, broken, artifacts } = exported.value;
  const json = {
    format: 1,
    plan: foundJson(id, view),
    journal,
    verified: broken === undefined,
    ...defined({ broken }),
    artifacts,
  };
  const isLines = args.options["jsonl"] === true;
  const document = isLines
    ? journal.map((record) => `${JSON.stringify(record)}\n`).join("")
    : `${JSON.stringify(json, undefined, 2)}\n`;
  const out = text(args, "out");
  if (out === undefined && isLines) {
    print(document);
    return printed();
  }
  if (out === undefined) return reply(json, document);
  const failed = writeNewFile(out, document);
  if (failed) return refused(failed);
  return reply({ exported: { id, file: out, records: journal.length } }, `Wrote ${out}: ${journal.length} records.`);
};

/** For people: one file that loads nothing and runs nothing. */
async function page(session: Session, desk: Desk, id: string, out: string | undefined): Promise<Reply> {
  const shared = await sharePlan(desk, id, { env: session.env });
  if (!shared.ok) return refused(shared.refusal);
  const { SHARED_PAGE_STYLE, sharedPlanHtml } = await import("../../../picture/shared-plan-html.ts");
  const styleHash = createHash("sha256").update(SHARED_PAGE_STYLE).digest("base64");
  const document = sharedPlanHtml(shared.value, styleHash);
  if (out === undefined) {
    print(document);
    return printed();
  }
  const failed = writeNewFile(out, document);
  if (failed) return refused(failed);
  const bytes = Buffer.byteLength(document);
  const size = `${Math.ceil(bytes / 1024)} KB`;
  return reply({ exported: { id, file: out, bytes } }, `Wrote ${out}: ${size}, to be opened in a browser.`);
}
