import type { SharedPlan } from "../lifecycle/shared-plan.ts";
import { digestText, shortDigest } from "../plan/digest-text.ts";
import { drawing, type Html, html } from "./html.ts";
import { sealSvg } from "./seal-svg.ts";
import { momentOf } from "./shared-moment.ts";

const COLOURS = { pencil: "var(--pencil)", ink: "var(--ink)", void: "var(--bad)" };

/** The seal, who signed and when, and the digest of the signed text. */
export function signCard(shared: SharedPlan): Html {
  const { seal, digest, signatures, needed, left_out, executor_model } = shared;
  const missing = seal.is_void || shared.status === "elsewhere" ? 0 : Math.max(0, needed - signatures.length);
  const drawn = sealSvg({ digest, share: seal.share, isVoid: seal.is_void }, { size: 104, colours: COLOURS });
  return html`<aside class="sign">
<div class="seal-row">${drawing(drawn)}<div><h2>${seal.share >= 1 ? "Countersigned" : seal.words}</h2>${needed > 0 && html`<p>${signatures.length} of ${needed} signed</p>`}<p><code>${shortDigest(digest)}</code></p></div></div>
${signatures.map(
  ({ by, at, notes }) =>
    html`<div class="signature"><p class="name">${by.name}</p><p class="under"><span>${by.surface}</span>${momentOf(at)}</p>${notes && html`<p class="words">“${notes}”</p>`}</div>`,
)}
${Array.from({ length: Math.min(missing, 5) }, () => html`<div class="signature open"><p class="name">×</p><p class="under"><span>not signed yet</span></p></div>`)}
${left_out.length > 0 && html`<p class="facts">Left out by the signers: ${codes(left_out)}</p>`}
${executor_model && html`<p class="facts">To be run by <code>${executor_model}</code></p>`}
<p class="digest"><span>sha-256 of what is signed</span><code>${digestText(digest)}</code></p>
</aside>`;
}

function codes(values: readonly string[]): Html[] {
  return values.map((value, index) => html`${index > 0 && ", "}<code>${value}</code>`);
}
