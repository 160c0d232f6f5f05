import { useId } from "preact/hooks";
import { live } from "../live.ts";
import { Button } from "../parts/button.tsx";
import type { ActDesk } from "./act-desk.ts";
import { effectWords, previewOf } from "./preview.ts";
import { iconOf, isGrave, labelOf, type Wish, wishKey } from "./wish.ts";

interface Props {
  desk: ActDesk;
  /** The version of the plan that the person sees. */
  version: number;
  wish: Wish;
  look?: "sign" | "plain";
  keys?: string;
}

/** An act, and beside it what it will do: the words are there before it is pressed. */
export function ActRow({ desk, version, wish, look = "plain", keys }: Props) {
  const id = useId();
  const answer = previewOf({ ...desk.at, version }, wish).value;
  const isRefused = answer !== undefined && !answer.ok && answer.refusal.status !== 0;
  return (
    <div class="act-row">
      <Button
        look={look === "sign" ? "sign" : isGrave(wish) ? "bad" : "plain"}
        icon={iconOf(wish)}
        {...(keys !== undefined && { keys })}
        busy={desk.busy.value === wishKey(wish)}
        disabled={!live.value.live || isRefused || desk.busy.value !== undefined}
        aria-describedby={id}
        onClick={() => desk.press(wish, answer?.ok && answer.value.asks_again ? "ask" : undefined)}
      >
        {labelOf(wish)}
      </Button>
      <p id={id} class="act-effect">
        {answer === undefined ? "…" : effectWords(answer, desk.numbers.value)}
      </p>
    </div>
  );
}

/** An act in the bar. Its effect shows below it when it is pointed at or has the focus; by touch it is asked once more. */
export function BarAct({ desk, version, wish, look = "plain", keys }: Props) {
  const id = useId();
  const answer = previewOf({ ...desk.at, version }, wish).value;
  const asksAgain = (answer?.ok && answer.value.asks_again) || isByTouch();
  const words = effectWords(answer, desk.numbers.value);
  return (
    <span class="bar-act">
      <Button
        look={look === "sign" ? "sign" : isGrave(wish) ? "bad" : "plain"}
        icon={iconOf(wish)}
        {...(keys !== undefined && { keys })}
        busy={desk.busy.value === wishKey(wish)}
        disabled={!live.value.live || desk.busy.value !== undefined}
        aria-describedby={id}
        onClick={() => desk.press(wish, asksAgain ? "ask" : undefined)}
      >
        {labelOf(wish)}
      </Button>
      <span id={id} class="bar-effect" hidden={words === ""}>
        {words}
      </span>
    </span>
  );
}

function isByTouch(): boolean {
  return matchMedia("(hover: none)").matches;
}
