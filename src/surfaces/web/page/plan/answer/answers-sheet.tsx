import { Icon } from "../../parts/icon.tsx";
import { Kbd } from "../../parts/kbd.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { isLive, isOffered } from "../offers.ts";
import type { Review } from "../review.ts";
import { answersFor } from "./answer-buttons.tsx";

/** Every answer but Approve, each with what it does. */
export function AnswersSheet({ review, close }: { review: Review; close(): void }) {
  return (
    <Sheet title={isOffered(review, "approve") ? "Answer" : "What can be done"} close={close}>
      <ul class="answer-list">
        {answersFor(review).map(({ id, label, icon, keys, does, isBad, act }) => (
          <li key={id}>
            <button
              type="button"
              class={isBad ? "bad" : ""}
              disabled={!isLive() && id !== "edit"}
              onClick={() => {
                close();
                act();
              }}
            >
              <Icon name={icon} />
              <span class="grow">
                <strong>{label}</strong>
                <span class="fact">{does}</span>
              </span>
              {keys && <Kbd keys={keys} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
