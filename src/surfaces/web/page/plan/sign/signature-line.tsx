import type { ComponentChildren } from "preact";
import { visible } from "../../../../../plan/visible.ts";

/** A line of the form: grey while it is only meant, in ink once the server has recorded it. */
export function SignatureLine({
  name,
  isSigned,
  left,
  right,
}: {
  name?: string;
  isSigned: boolean;
  left: ComponentChildren;
  right: ComponentChildren;
}) {
  return (
    <div class={`signature${isSigned ? " signed" : ""}${name === undefined ? " open" : ""}`}>
      <span class="signature-name">
        {!isSigned && (
          <span class="signature-cross" aria-hidden="true">
            ×
          </span>
        )}
        {name !== undefined && <span class="serif">{visible(name)}</span>}
      </span>
      <span class="signature-foot">
        <span>{left}</span>
        <span>{right}</span>
      </span>
    </div>
  );
}
