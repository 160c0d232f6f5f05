import { useState } from "preact/hooks";
import type { Slip } from "../../../api/requests.ts";
import type { Refusal } from "../../call.ts";
import { live } from "../../live.ts";
import { Button } from "../../parts/button.tsx";
import { Refused } from "../../parts/states.tsx";
import { giveAnswer } from "./give-answer.ts";

/** A free answer to a question; with `refuse`, the words beside a refusal. */
export function AnswerInWords({ slip, refuse }: { slip: Slip; refuse?: string }) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, work] = useState(false);
  const asks = slip.words?.asks ?? "Your answer";
  return (
    <>
      <form
        class="answer-words"
        onSubmit={async (event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget).get("words");
          const words = typeof said === "string" ? said.trim() : "";
          if (words === "" && (refuse === undefined || slip.words?.needed)) return;
          work(true);
          setRefusal(await giveAnswer(slip, refuse === undefined ? [] : [refuse], words));
          work(false);
        }}
      >
        <input
          class="field"
          name="words"
          aria-label={asks}
          placeholder={refuse === undefined ? "Answer in your own words…" : asks}
          autocomplete="off"
          ref={(field) => {
            if (refuse !== undefined) field?.focus();
          }}
        />
        <Button type="submit" look={refuse === undefined ? "plain" : "bad"} disabled={!live.value.live} busy={isBusy}>
          {refuse === undefined ? "Answer" : "Refuse"}
        </Button>
      </form>
      {refusal && <Refused refusal={refusal} />}
    </>
  );
}
