import { useEffect, useRef, useState } from "preact/hooks";
import type { StepLog as Log } from "../../api/timeline.ts";
import { call, type Refusal } from "../call.ts";
import { Button } from "../parts/button.tsx";
import { Loading, Refused } from "../parts/states.tsx";
import { Output } from "./output.tsx";

interface Props {
  project: string;
  plan: string;
  step: string;
  /** What it printed since this page looks. */
  tail: string;
  isRunning: boolean;
  attempts: number;
}

/** The output of a step's tools and commands: of this attempt, or of an earlier one. */
export function StepLog({ project, plan, step, tail, isRunning, attempts }: Props) {
  const [attempt, choose] = useState<number>();
  const [log, set] = useState<Log>();
  const [refusal, refuse] = useState<Refusal>();
  const isNewest = attempt === undefined || attempt === attempts;
  const fetch = async (from?: number): Promise<Log | undefined> => {
    const query = { step, ...(attempt !== undefined && { attempt }), ...(from !== undefined && { from }) };
    const answer = await call("stepLog", { params: { project, plan }, query });
    refuse(answer.ok ? undefined : answer.refusal);
    return answer.ok ? answer.value : undefined;
  };
  /** What follows the part that is known; of another attempt, its end. */
  const follow = async () => {
    const known = log;
    const isSame = known !== undefined && (attempt === undefined || known.attempt === attempt);
    let next = await fetch(isSame ? known.to : undefined);
    if (isSame && next?.attempt === known.attempt) {
      const { text, from } = known;
      const whole = { ...next, text: text + next.text, from };
      // Another answer may have come first.
      return set((now) => (now === known ? whole : now));
    }
    // Another attempt begins at its own start; a long log is read from its end.
    if (isSame && next) next = await fetch();
    if (next && next.to < next.size) next = (await fetch(Math.max(0, next.size - AT_ONCE))) ?? next;
    if (next) set(next);
  };
  // Events may be lost, so the log itself is read whenever something was printed, at most once a second.
  const printed = isNewest ? tail : "";
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + 1000 - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      void follow();
    }, wait);
    return () => clearTimeout(timer);
  }, [step, attempt, isRunning, attempts, printed]);

  // Of a run in another process, and of events that were lost, only the log knows.
  useEffect(() => {
    if (!isRunning || !isNewest) return;
    const timer = setInterval(() => void follow(), 3000);
    return () => clearInterval(timer);
  }, [isRunning, isNewest, log]);

  if (refusal && log === undefined) return <Refused refusal={refusal} again={() => void follow()} />;
  if (log === undefined) return <Loading rows={3} />;
  const isEmpty = log.text.trim() === "";
  return (
    <div class="step-log">
      {log.attempts > 1 && (
        <label class="step-attempts">
          Attempt{" "}
          <select
            class="field"
            value={attempt ?? log.attempts}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {Array.from({ length: log.attempts }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1} of {log.attempts}
              </option>
            ))}
          </select>
        </label>
      )}
      {log.from > 0 && (
        <Button size="small" look="bare" onClick={() => void fetch(0).then((first) => first && set(first))}>
          Earlier output ({sizeWords(log.from)})
        </Button>
      )}
      {isEmpty ? (
        <p class="quiet output-empty">{isRunning ? "It has printed nothing yet." : "It printed nothing."}</p>
      ) : (
        <Follow isOn={isRunning && isNewest} at={log.text.length}>
          <Output text={log.text} label={`Output of ${step}`} />
        </Follow>
      )}
      {log.to < log.size && (
        <Button size="small" look="bare" onClick={() => void follow()}>
          More ({sizeWords(log.size - log.to)})
        </Button>
      )}
    </div>
  );
}

/** Keeps the end in view, unless the person has scrolled up to read. */
function Follow({ isOn, at, children }: { isOn: boolean; at: number; children: preact.ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const output = box.current?.querySelector("pre");
    if (output && isOn && isAtEnd.current) output.scrollTop = output.scrollHeight;
  }, [at, isOn]);
  return (
    <div
      ref={box}
      onScrollCapture={(event) => {
        const { scrollTop, clientHeight, scrollHeight } = event.target as HTMLElement;
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24;
      }}
    >
      {children}
    </div>
  );
}

/** Bytes of a long log that are shown at first. */
const AT_ONCE = 64_000;

function sizeWords(bytes: number): string {
  return bytes < 1000
    ? `${bytes} bytes`
    : bytes < 999_500
      ? `${Math.round(bytes / 1000)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
}
