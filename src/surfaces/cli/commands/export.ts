import { exportPlan } from "../../../desk/export-plan.ts";
import { defined } from "../../../plan/defined.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { print } from "../output.ts";
import { foundJson } from "../plan-json.ts";
import { printed, refused, reply } from "../reply.ts";
import { writeNewFile } from "../write-new-file.ts";

export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
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
