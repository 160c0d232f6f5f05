import { useEffect, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import type { Anchor } from "../draft.ts";
import { isOffered } from "../offers.ts";
import type { Review } from "../review.ts";
import { selectedAnchor } from "./anchor.ts";
import { startComment } from "./start-comment.ts";

/** A small button beside selected text of the plan. */
export function SelectToComment({ review }: { review: Review }) {
  const [found, show] = useState<{ anchor: Anchor; top: number; left: number }>();
  const mayComment = isOffered(review, "request_changes");
  useEffect(() => {
    if (!mayComment) return;
    const look = (): void => {
      const selected = selectedAnchor(document.getSelection());
      show(selected && { anchor: selected.anchor, ...besides(selected.box) });
    };
    document.addEventListener("selectionchange", look);
    // It would stay behind where the text was.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => {
      document.removeEventListener("selectionchange", look);
      document.removeEventListener("scroll", look, { capture: true });
    };
  }, [mayComment]);
  if (!found || !mayComment) return null;
  return (
    <div class="select-to-comment" style={{ top: `${found.top}px`, left: `${found.left}px` }}>
      <Button
        size="small"
        icon="comment"
        // Pressing it would otherwise end the selection before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          startComment(review, found.anchor);
          document.getSelection()?.removeAllRanges();
        }}
      >
        Comment
      </Button>
    </div>
  );
}

/** Above the selection, or below it where a phone shows its own menu above. */
function besides({ top, bottom, left, width }: DOMRect): { top: number; left: number } {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const y = isTouch || top < 90 ? bottom + 8 : top - 36;
  return {
    top: Math.min(Math.max(8, y), innerHeight - 60),
    left: Math.min(Math.max(8, left + width / 2 - 50), innerWidth - 130),
  };
}
