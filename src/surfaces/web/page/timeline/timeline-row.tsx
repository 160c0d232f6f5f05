import { visible } from "../../../../plan/visible.ts";
import type { TimelineEntry } from "../../api/timeline.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Exact } from "../parts/command.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { scrolls } from "../parts/scrolls.ts";
import { type MarkedStatus, StepMark } from "../parts/step-mark.tsx";
import { person } from "../store.ts";
import { titleParts } from "./timeline-entries.ts";

interface Props {
  entry: TimelineEntry;
  number: number | undefined;
  isNew: boolean;
  select?: (step: string) => void;
}

/** One thing that happened: when, who or what, and the exact text of a command or a call. */
export function TimelineRow({ entry, number, isNew, select }: Props) {
  const { at, kind, tone, detail = "", exact, step, verified } = entry;
  const { subject, rest } = titleParts(entry, person.value?.id, number);
  const date = new Date(at);
  const shown = exact?.trimEnd() ?? "";
  const isShort = shown !== "" && shown.length <= 240 && !shown.includes("\n");
  const isInline = isShort && IS_CALL.includes(kind);
  const more = shown.includes(detail.trim()) || (shown !== "" && detail.includes(shown)) ? "" : detail.trim();
  const pick = step !== undefined && number !== undefined && select ? () => select(step) : undefined;
  return (
    <li class={`timeline-row ${tone}${isNew ? " is-new" : ""}`}>
      <time class="mono" dateTime={at} title={date.toLocaleString()}>
        {timeOf(date)}
      </time>
      <span class="timeline-mark">
        <RowMark entry={entry} />
      </span>
      <div class="timeline-words">
        <p>
          {subject !== "" &&
            (pick ? (
              <button type="button" class="timeline-subject" onClick={pick}>
                {visible(subject)}
              </button>
            ) : (
              <strong>{visible(subject)}</strong>
            ))}
          {visible(rest)}
          {isInline && (
            <>
              {" "}
              <Exact text={shown} />
            </>
          )}
        </p>
        {shown !== "" && !isInline && (isShort ? <Exact text={shown} /> : <ExactText text={shown} />)}
        {more !== "" && (
          <p class={`timeline-detail${isPerson(entry) ? " said" : ""}`}>{visible(more, { multiline: true })}</p>
        )}
        {!verified && (
          <p class="timeline-broken">
            <Icon name="warning" size={12} /> Its seal does not hold.
          </p>
        )}
      </div>
    </li>
  );
}

/** Several lines are folded until someone wants them. */
function ExactText({ text }: { text: string }) {
  const lines = text.split("\n");
  return (
    <details class="timeline-exact">
      <summary>
        <Exact text={`${(lines[0] ?? "").slice(0, 120)}…`} />
      </summary>
      <pre {...scrolls("The whole text")}>{visible(text, { multiline: true })}</pre>
    </details>
  );
}

const isPerson = ({ by }: TimelineEntry): boolean => by.kind === "person" || by.kind === "local";

function RowMark({ entry }: { entry: TimelineEntry }) {
  const { by, kind, tone } = entry;
  if (isPerson(entry)) return <Avatar of={by.kind} name={by.name} size="small" />;
  const status = (kind === "check" || kind === "step") && STATUSES[tone];
  if (status) return <StepMark status={status} size={17} />;
  return (
    <span class={`timeline-icon ${tone}`}>
      <Icon name={kind === "refused" ? "cross" : ICONS[kind]} size={12} />
    </span>
  );
}

const STATUSES: Partial<Record<TimelineEntry["tone"], MarkedStatus>> = {
  ok: "completed",
  bad: "failed",
};

/** What they say ends in a command or a path; of others the exact text is output. */
const IS_CALL: readonly TimelineEntry["kind"][] = ["call", "refused", "answer", "request"];

const ICONS: Record<TimelineEntry["kind"], IconName> = {
  proposal: "plan",
  review: "eye",
  signature: "pen",
  decision: "decision",
  request: "question",
  answer: "check",
  step: "run",
  check: "check",
  call: "command",
  refused: "cross",
  run: "shield",
  file: "plan",
  note: "comment",
};

function timeOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleTimeString([], { hour12: false });
}
