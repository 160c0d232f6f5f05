import { visible } from "../../../../plan/visible.ts";
import type { Standing } from "../../api/plan-page.ts";
import { Icon } from "../parts/icon.tsx";
import { Seal } from "../parts/seal.tsx";
import { person } from "../store.ts";

/** Who signed which text, and whether it is the one that runs. */
export function SignatureStrip({ standing }: { standing: Standing }) {
  const { shown, signatures, approvers, newer, voided } = standing;
  const quorum = Math.max(1, approvers.quorum);
  const share = shown.is_signed ? 1 : Math.min(1, signatures.length / quorum);
  return (
    <div class="signature-strip">
      <Seal digest={shown.digest} share={share} size={34} isVoid={voided !== undefined && !shown.is_signed} />
      <p>
        {signatures.length === 0 ? (
          <span>Not signed</span>
        ) : (
          <>
            Signed by{" "}
            {signatures.map(({ by, at }, index) => (
              <span key={`${by.id}${at}`}>
                {index > 0 && (index === signatures.length - 1 ? " and " : ", ")}
                <span class="signed-name" title={new Date(at).toLocaleString()}>
                  {visible(by.name)}
                </span>
                {by.person === person.value?.id && by.person !== undefined && <span class="quiet"> (you)</span>}
              </span>
            ))}
          </>
        )}
      </p>
      <p class="fact">
        revision {shown.revision} · <code title={shown.digest}>{shortDigest(shown.digest)}</code>
      </p>
      {newer === undefined && shown.is_signed && (
        <p class="fact ok signed-same">
          <Icon name="check" size={14} /> the text is the one that was signed
        </p>
      )}
      {newer !== undefined && (
        <p class="fact warn signed-same">
          <Icon name="warning" size={14} /> there is a newer text, revision {newer.revision}; it is not signed, and does
          not run
        </p>
      )}
    </div>
  );
}

/** "5b0f…c9d4". */
export function shortDigest(digest: string): string {
  const hex = digest.replace(/^.*:/, "");
  return hex.length <= 12 ? hex : `${hex.slice(0, 4)}…${hex.slice(-4)}`;
}
