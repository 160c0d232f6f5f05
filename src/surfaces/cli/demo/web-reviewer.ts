import type { DashboardClient } from "./dashboard-client.ts";
import { OPTIONS } from "./empty-title.ts";
import type { StageDesk } from "./stage-desk.ts";
import type { Telling } from "./telling.ts";
import { indented, said } from "./transcript.ts";
import type { Reviewer } from "./web-story.ts";

export const WHO = "person";

/** Answers in place of a person in a browser, with the requests that a browser would send. */
export function webReviewer(client: DashboardClient, desk: StageDesk, tell: Telling): Reviewer {
  return {
    async question(request) {
      const [first = ""] = OPTIONS;
      tell.lines(said(WHO, `${first}   (of: ${OPTIONS.join(", ")}; or in own words)`));
      await client.answer(request, first);
    },
    async review(plan, revision) {
      const { standing, commands } = await client.planPage(plan);
      const { shown, review } = standing;
      const seen = { seen: shown, ...(review && { request: review.request }) };
      if (revision === 1) {
        const feedback = "Pin what we agreed with a test first.";
        tell.chapter("What a person sees before they sign (countersign show)");
        tell.lines(indented(await desk.run("show", plan), 0));
        tell.chapter("It is sent back, and the agent revises");
        tell.lines(said(WHO, `requests changes: ${feedback}`));
        await client.act(plan, "request-changes", { ...seen, feedback });
        return;
      }
      tell.chapter("What has changed since (countersign compare)");
      tell.lines(indented(await desk.run("compare", plan), 0));
      tell.chapter("It is countersigned, and runs on the server within its approved scope");
      tell.lines(said(WHO, `signs revision ${revision} of ${plan}: this text, and no other`));
      tell.lines(indented(shown.digest));
      await client.act(plan, "approve", { ...seen, commands_seen: commands.length, start: "now" });
    },
    async outside(request) {
      await client.answer(request, "refuse");
      return said(WHO, "refuses: it stays as it was signed");
    },
  };
}
