import { useState } from "preact/hooks";
import { visible } from "../../../../plan/visible.ts";
import { useKeys } from "../keys.ts";
import { live } from "../live.ts";
import { Button } from "../parts/button.tsx";
import { Sheet } from "../parts/sheet.tsx";
import { Loading, Refused } from "../parts/states.tsx";
import type { ActDesk, Extras } from "./act-desk.ts";
import { ActWords } from "./act-words.tsx";
import { Effects } from "./effects.tsx";
import { NextMoves } from "./next-moves.tsx";
import { previewOf } from "./preview.ts";
import type { StepNumbers } from "./step-numbers.ts";
import { iconOf, isGrave, labelOf, type Wish, wishKey } from "./wish.ts";

/** Asks once more, with all effects and exact files before the eyes, and takes the words that the act needs. */
export function ActSheet(props: Props) {
  const wish = props.desk.open.value;
  return wish === undefined ? null : <Opened key={wishKey(wish)} {...props} wish={wish} />;
}

interface Props {
  desk: ActDesk;
  version: number;
  title: string;
  /** The numbers of steps that were interrupted: a resume decides on them. */
  interrupted: readonly number[];
}

function Opened({ desk, version, title, interrupted, wish }: Props & { wish: Wish }) {
  const [extras, set] = useState<Extras>({});
  const [everything, setEverything] = useState(wish.everything === true);
  const actual: Wish = wish.act === "rollBack" && everything ? { ...wish, everything: true } : wish;
  const answer = previewOf({ ...desk.at, version }, actual).value;
  const close = () => {
    desk.open.value = undefined;
  };
  const missing = missingWords(wish, extras);
  const canDo = live.value.live && answer?.ok === true && missing === undefined && desk.busy.value === undefined;
  const perform = () => {
    if (canDo && answer.ok) void desk.perform(actual, { ...extras, preview: answer.value.preview });
  };
  useKeys("In this sheet", [
    { keys: "Ctrl+Enter", does: labelOf(wish).replace("…", "").toLowerCase(), act: perform, always: true },
  ]);
  const refusal = desk.refusal.value;
  return (
    <Sheet
      title={questionOf(wish, title, desk.numbers.value)}
      close={close}
      size={wish.act === "rollBack" ? "wide" : "normal"}
      foot={
        <>
          <span class="sheet-missing">{missing}</span>
          <Button size="large" onClick={close}>
            Leave it
          </Button>
          <Button
            size="large"
            look={isGrave(wish) ? "bad" : "sign"}
            icon={iconOf(wish)}
            keys="Ctrl+Enter"
            busy={desk.busy.value !== undefined}
            disabled={!canDo}
            onClick={perform}
          >
            {labelOf(wish).replace("…", "")}
          </Button>
        </>
      }
    >
      {answer === undefined && <Loading rows={2} />}
      {answer && !answer.ok && (
        <Refused refusal={answer.refusal} acts={<NextMoves desk={desk} actions={answer.refusal.next ?? []} />} />
      )}
      {answer?.ok && <Effects preview={answer.value} numbers={desk.numbers.value} />}
      <ActWords
        wish={wish}
        project={desk.at.project}
        interrupted={interrupted}
        extras={extras}
        set={(more) => set({ ...extras, ...more })}
      />
      {wish.act === "rollBack" && wish.step === undefined && answer?.ok && (answer.value.left ?? []).length > 0 && (
        <label class="act-choice">
          <input
            type="checkbox"
            checked={everything}
            onChange={(event) => setEverything(event.currentTarget.checked)}
          />
          <span>Also these files, which no step is known to have changed</span>
        </label>
      )}
      {refusal && <Refused refusal={refusal} acts={<NextMoves desk={desk} actions={refusal.next ?? []} />} />}
    </Sheet>
  );
}

function questionOf(wish: Wish, title: string, numbers: StepNumbers): string {
  const name = `“${visible(title)}”`;
  const step = wish.step === undefined ? name : `step ${numbers.get(wish.step) ?? wish.step}`;
  const questions: Record<Wish["act"], string> = {
    start: `Run ${name}?`,
    pause: `Pause ${name}?`,
    resume: `Resume ${name}?`,
    cancel: `Cancel ${name}?`,
    retry: wish.step === undefined ? "Retry what failed?" : `Retry ${step}?`,
    skip: `Skip ${step}?`,
    fail: `Mark ${step} as failed?`,
    rollBack: wish.step === undefined ? "Roll back what the run changed?" : `Roll back ${step}?`,
    queue: wish.change === "add" ? `Put ${name} into the queue?` : `${labelOf(wish)}?`,
    clone: `Clone ${name}?`,
    archive: wish.undo ? `Take ${name} out of the archive?` : `Archive ${name}?`,
    chooseModel: "Choose another model?",
  };
  return questions[wish.act];
}

function missingWords({ act }: Wish, { reason = "", model = "" }: Extras): string | undefined {
  if (act === "skip" && reason.trim() === "") return "Say why: the journal records the reason.";
  return act === "chooseModel" && model.trim() === "" ? "Choose a model." : undefined;
}
