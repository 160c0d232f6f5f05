import { counted, roughDuration, secondsBetween } from "../../../../../plan/quantities.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { PlanPage } from "../../../api/plan-page.ts";

/** What the person has on the sheet. */
export interface Opened {
  revision: number;
  digest: string;
}

/** Why a signature for what is on the sheet no longer counts. */
export type Beaten =
  | { by: "revision"; title: string; words: string }
  | { by: "person"; title: string; words: string }
  | { by: "state"; title: string; words: string };

/** Compares the sheet with the plan as it is now; undefined if it can still be signed. */
export function beatenBy(page: PlanPage, opened: Opened, me: string | undefined, now: Date): Beaten | undefined {
  const { standing } = page;
  if (!standing)
    return { by: "state", title: "Not signed: the plan cannot be read now.", words: page.problem?.message ?? "" };
  const newest = standing.newer ?? standing.shown;
  // An agent may come back to an earlier text: an answer to the earlier revision is no answer to this one.
  const answer = standing.reviews.findLast(
    ({ digest, revision }) => digest === opened.digest && revision === opened.revision,
  );
  if (answer) {
    const verb = { changes_requested: "sent back", rejected: "rejected", withdrawn: "withdrew" }[answer.verdict];
    const said = answer.feedback === "" ? "" : ` “${visible(answer.feedback)}”`;
    const since = newest.revision > answer.revision ? ` There is a revision ${newest.revision} now.` : "";
    return {
      by: "person",
      title: firstTitle(answer.by, me),
      words: `${nameOf(answer.by, me)} ${verb} revision ${answer.revision} ${where(answer.by.surface)}, ${ago(answer.at, now)}.${said}${since} Your comments are kept.`,
    };
  }
  if (newest.digest !== opened.digest) {
    const isEdit = newest.revision === opened.revision;
    const steps = page.previous?.comparison.steps;
    const differ = steps ? steps.added.length + steps.removed.length + steps.changed.length : 0;
    const title = isEdit ? "Not signed: the text was edited." : `Not signed: there is a revision ${newest.revision}.`;
    const since = `It was ${isEdit ? "edited" : "proposed"} ${ago(standing.shown.at, now)}, while you read revision ${opened.revision}.`;
    const count = differ === 0 ? "" : ` ${counted(differ, "step")} ${differ === 1 ? "differs" : "differ"}.`;
    return { by: "revision", title, words: `${since}${count} Your comments are kept.` };
  }
  if (["proposed", "needs_review"].includes(standing.status)) return undefined;
  const signer = standing.signatures.at(-1);
  if (signer && standing.status !== "cancelled") {
    return {
      by: "person",
      title: firstTitle(signer.by, me),
      words: `${nameOf(signer.by, me)} signed revision ${opened.revision} ${where(signer.by.surface)}, ${ago(signer.at, now)}. It needs no further signature.`,
    };
  }
  return { by: "state", title: "Not signed.", words: `The plan is ${standing.status.replaceAll("_", " ")} now.` };
}

/** The same person may have answered in another place, or in another window. */
function firstTitle(by: By, me: string | undefined): string {
  return by.person === me ? "You have answered already." : `Not signed: ${visible(by.name)} was first.`;
}

function nameOf(by: By, me: string | undefined): string {
  return by.person === me ? "You" : visible(by.name);
}

type By = NonNullable<PlanPage["standing"]>["signatures"][number]["by"];

/** "in Discord", "in the terminal". */
export function where(surface: string): string {
  return (
    {
      discord: "in Discord",
      terminal: "in the terminal",
      cli: "on the command line",
      web: "in a browser",
      token: "with a token",
    }[surface] ?? `by ${surface}`
  );
}

function ago(at: string, now: Date): string {
  const seconds = secondsBetween(at, now.toISOString());
  return seconds === undefined ? "just now" : `${roughDuration(seconds)} ago`;
}
