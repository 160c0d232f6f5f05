import { PLAN_LOOKS } from "../../../../../lifecycle/plan-look.ts";
import { ENDS } from "../../../../../lifecycle/plan-state.ts";
import { visible } from "../../../../../plan/visible.ts";
import { Seal } from "../../parts/seal.tsx";
import { At } from "../../parts/time.tsx";
import { person } from "../../store.ts";
import { approverName, isOffered } from "../offers.ts";
import type { Review } from "../review.ts";
import { SignatureLine } from "./signature-line.tsx";
import { digestWords } from "./signing.ts";

/** The seal, and who signed or may sign. */
export function SignCard({ review }: { review: Review }) {
  const { standing } = review;
  const { shown, signatures, voided } = standing;
  const isVoid = voided !== undefined && signatures.length === 0;
  return (
    <section class={`sign-card${isVoid ? " void" : ""}`} aria-label="Signatures">
      <div class="sign-card-head">
        <Seal digest={shown.digest} share={shareOf(review)} isVoid={isVoid} size={66} />
        <div>
          <h2 class="serif">{statusWords(review)}</h2>
          <p class="fact">{signersWords(review)}</p>
          <p class="fact mono digest" title={shown.digest}>
            {digestWords(shown.digest, false)}
          </p>
        </div>
      </div>
      {signatures.map(({ by, at, notes }, index) => (
        <SignatureLine
          key={index}
          name={by.name}
          isSigned
          left={
            <>
              revision {shown.revision} · {by.surface}
              {notes && <span class="signature-notes">“{visible(notes)}”</span>}
            </>
          }
          right={<At at={at} />}
        />
      ))}
      {isOffered(review, "approve") && (
        <SignatureLine isSigned={false} left={visible(person.value?.name ?? "")} right="you" />
      )}
    </section>
  );
}

/** How much of the seal is in ink. */
export function shareOf({ standing }: Pick<Review, "standing">): number {
  const { signatures, approvers, shown } = standing;
  return shown.is_signed ? 1 : Math.min(1, signatures.length / Math.max(1, approvers.quorum));
}

export function statusWords(review: Review): string {
  const { status, signatures } = review.standing;
  if (isOffered(review, "approve")) return status === "needs_review" ? "No revisions left" : "Waits for your signature";
  if (status === "proposed" && signatures.length > 0) return "Waits for more signatures";
  return PLAN_LOOKS[status].words;
}

/** "1 of 2 signed · from leads, not from Ben". */
export function signersWords({ standing }: Pick<Review, "standing">): string {
  const { signatures, approvers, requester, shown } = standing;
  if (signatures.length === 0 && ENDS.includes(standing.status)) return "not signed";
  const { from, quorum, exclude_requester } = approvers;
  const needed = Math.max(quorum, shown.is_signed ? signatures.length : 0);
  const whose =
    from === "anyone"
      ? ""
      : from === "requester"
        ? `from ${visible(requester.name)}`
        : `from ${from.map((one) => visible(approverName(one))).join(", ")}`;
  const not = exclude_requester ? `not from ${visible(requester.name)}` : "";
  const who = [whose, not].filter((words) => words !== "").join(", ");
  const count =
    needed === 1 ? (signatures.length === 1 ? "signed" : "one signature") : `${signatures.length} of ${needed} signed`;
  return who === "" ? count : `${count} · ${who}`;
}
