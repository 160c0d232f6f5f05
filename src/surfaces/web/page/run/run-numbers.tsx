import { useMemo } from "preact/hooks";
import { doneWords } from "../../../../lifecycle/counts-words.ts";
import { money, roughDuration, secondsBetween, tokens } from "../../../../plan/quantities.ts";
import type { PlanPage, Standing } from "../../api/plan-page.ts";
import { Progress } from "../parts/progress.tsx";
import type { LiveStep } from "./live-steps.ts";
import { useSecond } from "./second.ts";
import type { StepView, Sums } from "./step-view.ts";

interface Props {
  page: PlanPage;
  standing: Standing;
  steps: readonly StepView[];
  live: ReadonlyMap<string, LiveStep>;
}

/** How far it is: a cell a step, counts, and what it used against the estimates. */
export function RunNumbers({ page, standing, steps, live }: Props) {
  const { counts, run, queued } = standing;
  const now = useSecond(standing.status === "executing" && standing.holder !== "none");
  const fetched = useMemo(() => new Date(), [run]);
  const spent = run ? spentNow(run, live, secondsBetween(fetched.toISOString(), now.toISOString()) ?? 0) : undefined;
  const { estimated } = page;
  // Commands use neither tokens nor money.
  const isByModel = page.plan?.steps.some(({ run: command }) => command === undefined) === true;
  const others: [number, string][] = [
    [counts.failed, "failed"],
    [counts.in_progress, "running"],
    [counts.interrupted, "interrupted"],
    [counts.rolled_back, "rolled back"],
    [counts.skipped, "skipped"],
    [counts.left_out, "left out"],
  ];
  return (
    <div class="run-numbers">
      <Progress steps={steps.map(({ status }) => status)} label={`${doneWords(counts)}.`} />
      <dl>
        <div>
          <dt class="visually-hidden">Steps</dt>
          <dd>
            <strong>{counts.done}</strong> of {counts.total} done
          </dd>
        </div>
        {others
          .filter(([count]) => count > 0)
          .map(([count, word]) => (
            <div key={word}>
              <dt class="visually-hidden">{word}</dt>
              <dd>
                <strong>{count}</strong> {word}
              </dd>
            </div>
          ))}
        {queued && (
          <div>
            <dt class="visually-hidden">Queue</dt>
            <dd>
              in the queue, priority <strong>{queued.priority}</strong>
            </dd>
          </div>
        )}
        {spent && (
          <>
            <Spent
              label="Time"
              value={roughDuration(spent.seconds)}
              of={estimated.minutes > 0 ? `about ${roughDuration(estimated.minutes * 60)}` : undefined}
            />
            {isByModel && (
              <>
                <Spent
                  label="Tokens"
                  value={tokens(spent.tokens)}
                  of={estimated.tokens > 0 ? tokens(estimated.tokens) : undefined}
                  unit="tokens"
                />
                <Spent
                  label="Cost"
                  value={money(spent.cost)}
                  of={estimated.cost > 0 ? money(estimated.cost) : undefined}
                />
              </>
            )}
          </>
        )}
      </dl>
    </div>
  );
}

function Spent({ label, value, of, unit }: { label: string; value: string; of: string | undefined; unit?: string }) {
  return (
    <div class="run-spent">
      <dt class="visually-hidden">{label}</dt>
      <dd>
        <strong>{value}</strong> {of === undefined ? (unit ?? "") : `of ${of}${unit === undefined ? "" : ` ${unit}`}`}
      </dd>
    </div>
  );
}

/** What ended attempts used, what the running ones use by now, and the time until now. */
function spentNow(run: NonNullable<Standing["run"]>, live: ReadonlyMap<string, LiveStep>, since: number): Sums {
  const sums = { ...run.spent, seconds: run.spent.seconds + since };
  for (const { step, tokens: known, cost } of run.at_work) {
    const told = live.get(step);
    // The page may be newer than the last event, and the other way around.
    sums.tokens += Math.max(known, told?.tokens ?? 0);
    sums.cost += Math.max(cost, told?.cost ?? 0);
  }
  return sums;
}
