import type { PastText } from "../../../desk/revisions.ts";
import { textsOf } from "../../../desk/revisions.ts";
import type { Run } from "../commands.ts";
import { refused, reply } from "../reply.ts";

/** Revisions by number, or any text by its version: `v4`. Without numbers: the last two revisions. */
export const run: Run = async (session, args) => {
  const [id = "", from, to] = args.words;
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const texts = await textsOf(desk, id);
  const after = pick(texts, to, texts.at(-1));
  const before = pick(texts, from, after && texts.findLast((text) => text.revision < after.revision));
  if (before === undefined || after === undefined) {
    const revisions = [...new Set(texts.map(({ revision }) => revision))];
    const message =
      from || to ? `${id} has no such revision.` : `${id} has only one revision; there is nothing to compare.`;
    const hint = `Revisions: ${revisions.join(", ")}. Versions with a text: ${texts.map(({ version }) => `v${version}`).join(", ")}.`;
    return refused({ kind: "unknown_revision", message, hint });
  }
  const { compareRevisions } = await import("../../../plan/compare-revisions.ts");
  const { comparisonText } = await import("../../../plan/comparison-text.ts");
  const comparison = compareRevisions(before.plan, after.plan);
  const { style, width } = session;
  const tones = {
    plain: (text: string) => text,
    heading: style.bold,
    added: style.green,
    removed: style.red,
    changed: style.yellow,
    widened: style.red,
  };
  const lines = comparisonText(comparison, { width }).map(({ tone, text }) => tones[tone](text));
  const title = `${style.cyan(id)}  revision ${before.revision} (v${before.version}) → revision ${after.revision} (v${after.version})`;
  const json = { comparison: { id, from: label(before), to: label(after), ...comparison } };
  return reply(json, `${title}\n\n${lines.join("\n")}`);
};

function pick(
  texts: readonly PastText[],
  word: string | undefined,
  fallback: PastText | undefined,
): PastText | undefined {
  if (word === undefined) return fallback;
  const version = /^v(\d+)$/.exec(word)?.[1];
  return texts.findLast((text) =>
    version === undefined ? String(text.revision) === word : String(text.version) === version,
  );
}

function label({ revision, version, digest, at, by }: PastText) {
  return { revision, version, digest, at, by };
}
