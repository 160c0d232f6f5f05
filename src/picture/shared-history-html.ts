import type { SharedPlan } from "../lifecycle/shared-plan.ts";
import { counted } from "../plan/quantities.ts";
import { type Html, html } from "./html.ts";
import { momentOf } from "./shared-moment.ts";

/** What the journal says, and whether it holds. */
export function historySection({ history, history_left_out, journal }: SharedPlan): Html | false {
  if (journal.records === 0) return false;
  const verdict = journal.verified
    ? html`<p class="facts ok">✓ ${counted(journal.records, "record")}, each seal verified when this page was made</p>`
    : html`<p class="facts bad">✗ not verified: ${journal.problem}</p>`;
  const earlier =
    history_left_out &&
    html`<p class="facts">${counted(history_left_out, "earlier entry", "earlier entries")} left out</p>`;
  const rows = history.map(
    ({ at, tone, words, detail }) =>
      html`<li class="${tone}">${momentOf(at)}<p>${words}${detail && html` <span>${detail}</span>`}</p></li>`,
  );
  return html`<section class="history"><h2>Journal</h2>${verdict}${earlier}<ol>${rows}</ol></section>`;
}
