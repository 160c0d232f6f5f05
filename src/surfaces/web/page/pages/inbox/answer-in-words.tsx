import { useState } from "preact/hooks";
import type { Slip } from "../../../api/requests.ts";
import type { Refusal } from "../../call.ts";
import { live } from "../../live.ts";
import { Button } from "../../parts/button.tsx";
import { Refused } from "../../parts/states.tsx";
import { answerDraft } from "./answer-draft.ts";
import { giveAnswer } from "./give-answer.ts";

/** A free answer to a question; with `refuse`, the words beside a refusal. */
export function AnswerInWords({ slip, refuse }: { slip: Slip; refuse?: string }) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, work] = useState(false);
  const draft = answerDraft(slip);
  const asks = slip.words?.asks ?? "Your answer";
  return (
    <>
      <form
        class="answer-words"
        onSubmit={async (event) => {
          event.preventDefault();
          const words = draft.value.trim();
          if (words === "" && (refuse === undefined || slip.words?.needed)) return;
          work(true);
          const refused = await giveAnswer(slip, refuse === undefined ? [] : [refuse], words);
          setRefusal(refused);
          if (refused === undefined) draft.value = "";
          work(false);
        }}
      >
        <input
          class="field"
          value={draft.value}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
          }}
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
