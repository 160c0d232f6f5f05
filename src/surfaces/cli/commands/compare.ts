import type { PastText } from "../../../desk/revisions.ts";
import { textsOf } from "../../../desk/revisions.ts";
import { amendedPlan } from "../../../lifecycle/amendment.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Run } from "../commands.ts";
import { refused, reply } from "../reply.ts";

/**
 * Compares revisions by number, texts by version (`v4`), or `ran`: the approved text with the additions of the run.
 * Without numbers: the last two revisions; if there is only one, the approved text and `ran`.
 */
export const run: Run = async (session, args) => {
  const [id = "", from, to] = args.words;
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const texts = await textsOf(desk, id);
  const ran = found.value.kind === "standing" ? ranText(found.value.state, texts) : undefined;
  if (ran && (to === "ran" || from === "ran" || texts.length === 1)) texts.push(ran);
  const after = from === "ran" ? ran : pick(texts, to, texts.at(-1));
  const signed = ran && after === ran ? texts.findLast(({ version }) => version === ran.version) : undefined;
  const earlier = signed ?? (after && texts.findLast((text) => text.revision < after.revision));
  const before = from === "ran" ? earlier : pick(texts, from, earlier);
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
  const title = `${style.cyan(id)}  revision ${before.revision} (v${before.version}) → ${after === ran ? "the text that ran, with additions" : `revision ${after.revision} (v${after.version})`}`;
  const json = { comparison: { id, from: label(before), to: label(after), ...comparison } };
  return reply(json, `${title}\n\n${lines.join("\n")}`);
};

/** The approved text with the additions of the run; `undefined` if there are none. */
function ranText(state: LivePlan, texts: readonly PastText[]): (PastText & { isRan: true }) | undefined {
  const signed = "approval" in state ? state.approval?.signed : undefined;
  const amendments = state.run?.amendments ?? [];
  const text = texts.findLast(({ digest }) => digest === signed?.digest);
  if (signed === undefined || text === undefined || amendments.length === 0) return undefined;
  return { ...text, plan: amendedPlan(signed.plan, amendments), isRan: true };
}

function pick(
  texts: readonly PastText[],
  word: string | undefined,
  fallback: PastText | undefined,
): PastText | undefined {
  if (word === undefined) return fallback;
  if (word === "ran") return texts.find((text) => "isRan" in text);
  const version = /^v(\d+)$/.exec(word)?.[1];
  return texts.findLast(
    (text) =>
      !("isRan" in text) && (version === undefined ? String(text.revision) === word : String(text.version) === version),
  );
}

function label({ revision, version, digest, at, by }: PastText) {
  return { revision, version, digest, at, by };
}
