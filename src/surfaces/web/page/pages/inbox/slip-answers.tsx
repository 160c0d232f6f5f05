import { useState } from "preact/hooks";
import { visible } from "../../../../../plan/visible.ts";
import type { Slip } from "../../../api/requests.ts";
import type { Refusal } from "../../call.ts";
import { useKeys } from "../../keys.ts";
import { live } from "../../live.ts";
import { Button } from "../../parts/button.tsx";
import { Refused } from "../../parts/states.tsx";
import { AnswerInWords } from "./answer-in-words.tsx";
import { giveAnswer } from "./give-answer.ts";
import { hasExact } from "./slip-card.tsx";

/** The answers to a request, as its form has them. Nothing is chosen by default. */
export function SlipAnswers({ slip, isCurrent }: { slip: Slip; isCurrent: boolean }) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, work] = useState<string>();
  const [isWriting, write] = useState(false);
  const isOff = !live.value.live || busy !== undefined;

  const send = async (chosen: readonly string[]): Promise<void> => {
    if (isOff) return;
    work(chosen[0]);
    setRefusal(await giveAnswer(slip, chosen));
    work(undefined);
  };
  useKeys(
    "Answer",
    slip.picks === "one" && slip.may_answer
      ? slip.choices.slice(0, 9).map(({ word, label }, index) => ({
          keys: String(index + 1),
          does: label.toLowerCase(),
          act: () => void send([word]),
        }))
      : [],
    isCurrent,
  );
  if (!slip.may_answer) return <p class="slip-fact quiet">You may read this; another person answers it.</p>;
  // What lets something run is offered only beside its whole text.
  if (!isCurrent && hasExact(slip)) return <Button>Answer…</Button>;

  const refusing = slip.words?.with === "refusal" ? slip.choices.find(({ refuses }) => refuses) : undefined;
  return (
    <div class="answers">
      {slip.picks === "several" ? (
        <AnswerSeveral slip={slip} isOff={isOff} send={send} />
      ) : (
        <div class="slip-buttons">
          {slip.choices.map(({ word, label, leads, refuses, recommended }, index) => (
            <Button
              key={word}
              look={refuses ? "bad" : leads && isCurrent ? "ink" : "plain"}
              disabled={isOff}
              busy={busy === word}
              onClick={() => void send([word])}
              {...(isCurrent && index < 9 && { keys: String(index + 1) })}
            >
              {visible(label)}
              {recommended && <span title="recommended by the plan"> ★</span>}
            </Button>
          ))}
          {refusing && isCurrent && !isWriting && (
            <Button look="bare" onClick={() => write(true)}>
              {slip.words?.label}
            </Button>
          )}
        </div>
      )}
      {isCurrent && <Effects slip={slip} />}
      {refusing && isWriting && <AnswerInWords slip={slip} refuse={refusing.word} />}
      {refusal && <Refused refusal={refusal} />}
    </div>
  );
}

function AnswerSeveral(props: { slip: Slip; isOff: boolean; send(chosen: readonly string[]): Promise<void> }) {
  const { slip, isOff, send } = props;
  const [picked, pick] = useState<readonly string[]>([]);
  return (
    <form
      class="answer-several"
      onSubmit={(event) => {
        event.preventDefault();
        if (picked.length > 0) void send(picked);
      }}
    >
      {slip.choices.map(({ word, label, description, recommended }) => (
        <label key={word} class="check">
          <input
            type="checkbox"
            checked={picked.includes(word)}
            onChange={({ currentTarget }) =>
              pick(currentTarget.checked ? [...picked, word] : picked.filter((one) => one !== word))
            }
          />
          <span>
            {visible(label)}
            {recommended && " ★"} {description && <span class="quiet">{visible(description)}</span>}
          </span>
        </label>
      ))}
      <Button look="ink" type="submit" disabled={isOff || picked.length === 0}>
        Decide
      </Button>
    </form>
  );
}

/** What the answers do, where their labels do not say it; and why one is not offered. */
function Effects({ slip }: { slip: Slip }) {
  const lines = [
    ...slip.choices.flatMap(({ label, description }) => (description ? [`${label}: ${description}.`] : [])),
    ...Object.values(slip.withheld ?? {}),
  ];
  if (lines.length === 0) return null;
  return (
    <ul class="slip-effects">
      {lines.map((line) => (
        <li key={line}>{visible(line)}</li>
      ))}
    </ul>
  );
}
