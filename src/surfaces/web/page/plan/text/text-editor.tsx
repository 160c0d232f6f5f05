import type { Signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { comparisonText } from "../../../../../plan/comparison-text.ts";
import { isError, type Problem } from "../../../../../plan/problem.ts";
import { counted } from "../../../../../plan/quantities.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { AnswerOf } from "../../../api/shapes.ts";
import { call, type Refusal } from "../../call.ts";
import { useKeys } from "../../keys.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { say } from "../../parts/say.tsx";
import { Notice } from "../../parts/states.tsx";
import { go, planAddress, setQuery } from "../../router.ts";
import { TextRows } from "../compare/text-rows.tsx";
import { isLive } from "../offers.ts";
import { type Review, routeOf } from "../review.ts";
import { joined } from "../seen/parts.ts";
import { isChanged, type TextDraft } from "./text-draft.ts";

type Checked = AnswerOf<"checkText">;

/** The text with its problems while it is typed. Nothing that was typed is lost: not by a reload, a conflict or a refusal. */
export function TextEditor({
  review,
  draft,
  text,
}: {
  review: Review;
  draft: Signal<TextDraft | undefined>;
  text: string;
}) {
  const { standing, page, project } = review;
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const [checked, check] = useState<Checked>();
  const [isBusy, busy] = useState(false);
  const [refusal, refuse] = useState<Refusal>();
  const current = draft.value;
  const words = current?.text ?? text;
  const isConflict = isChanged(current) && current.base !== text;
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call("checkText", { params: routeOf(review), body: { text: words }, signal: abort.signal });
      if (answer.ok) check(answer.value);
    }, 350);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words, standing.version]);
  const errors = checked?.problems.filter(isError) ?? [];
  const isOff = isBusy || !isChanged(current) || isConflict || errors.length > 0 || !isLive();
  const save = async (): Promise<void> => {
    if (isOff || !current) return;
    busy(true);
    refuse(undefined);
    // Records that left the text alone made the version grow.
    const version = current.base === text ? standing.version : current.version;
    const answer = await call("edit", { params: routeOf(review), body: { text: current.text, version } });
    busy(false);
    if (answer.ok) {
      draft.value = undefined;
      say(answer.value.words);
      go(planAddress(project, page.id, "review"));
    } else refuse(answer.refusal);
    await review.resource.fetch();
  };
  useKeys("Text", [{ keys: "Ctrl+Enter", does: "save the text", act: () => void save(), always: true }]);
  const lines = words.split("\n").length;
  return (
    <div class="text-editor">
      {isConflict && <Conflict draft={draft} text={text} version={standing.version} />}
      {refusal && (
        <div role="alert">
          <Notice look="warn" title={`Not saved. ${refusal.message}`}>
            {refusal.hint} Your text is kept.
          </Notice>
        </div>
      )}
      <div class="editor">
        <div ref={gutter} class="editor-gutter" aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => {
            const found = checked?.problems.filter(({ line }) => line === index + 1) ?? [];
            const look = found.some(isError) ? "error" : found.length > 0 ? "warning" : "";
            return (
              <span key={index} class={look}>
                {look === "" ? "" : look === "error" ? "✗ " : "! "}
                {index + 1}
              </span>
            );
          })}
        </div>
        <textarea
          ref={field}
          wrap="off"
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          aria-label="The text of the plan"
          aria-invalid={errors.length > 0}
          value={words}
          onInput={(event) => {
            const known = draft.value ?? { text, base: text, version: standing.version };
            draft.value = { ...known, text: event.currentTarget.value };
          }}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <Problems problems={checked?.problems ?? []} show={(problem) => showLine(field.current, problem)} />
      <div class="editor-foot">
        <p class="fact grow">{voidWords(review)}</p>
        <Button
          onClick={() => {
            draft.value = undefined;
            setQuery({ edit: undefined });
          }}
        >
          {isChanged(current) ? "Discard" : "Close"}
        </Button>
        <Button look="sign" keys="Ctrl+Enter" busy={isBusy} disabled={isOff} onClick={() => void save()}>
          Save the text
        </Button>
      </div>
      {checked?.comparison && !checked.comparison.same && (
        <section class="plan-section" aria-label="What your text changes">
          <h2>What your text changes</h2>
          <pre class="comparison-lines">
            {comparisonText(checked.comparison, { width: 100 }).map(({ tone, text: line }, index) => (
              <span key={index} class={tone}>
                {`${line}\n`}
              </span>
            ))}
          </pre>
        </section>
      )}
    </div>
  );
}

/** The plan got another text while this one was written. */
function Conflict({ draft, text, version }: { draft: Signal<TextDraft | undefined>; text: string; version: number }) {
  const [isOpen, open] = useState(false);
  return (
    <div role="alert">
      <Notice
        look="warn"
        title="The plan has another text now."
        acts={
          <>
            <Button size="small" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
              {isOpen ? "Hide what changed there" : "Show what changed there"}
            </Button>
            <Button
              size="small"
              onClick={() => {
                if (draft.value) draft.value = { ...draft.value, base: text, version };
              }}
            >
              Keep mine instead
            </Button>
          </>
        }
      >
        It changed while you wrote. Your text is kept and cannot be saved before you have looked.
      </Notice>
      {isOpen && <TextRows before={draft.value?.base ?? ""} after={text} isBeside={false} />}
    </div>
  );
}

function Problems({ problems, show }: { problems: readonly Problem[]; show(problem: Problem): void }) {
  if (problems.length === 0) {
    return (
      <p class="fact ok problems" role="status">
        <Icon name="check" size={14} /> No problems
      </p>
    );
  }
  const errors = problems.filter(isError).length;
  return (
    <section class="problems" aria-label="Problems" role="status">
      <h2>
        {[
          errors > 0 && counted(errors, "error"),
          problems.length > errors && counted(problems.length - errors, "warning"),
        ]
          .filter(Boolean)
          .join(", ")}
      </h2>
      <ul>
        {problems.map((problem, index) => (
          <li key={index} class={isError(problem) ? "bad" : "warn"}>
            <button type="button" disabled={problem.line === undefined} onClick={() => show(problem)}>
              <Icon name={isError(problem) ? "cross" : "warning"} size={14} />
              <span>
                {problem.line !== undefined && <strong>line {problem.line}: </strong>}
                {visible(problem.message)} {problem.hint && <span class="fact">{visible(problem.hint)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function showLine(field: HTMLTextAreaElement | null, { line = 1, column = 1 }: Problem): void {
  if (!field) return;
  const before = field.value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  field.focus();
  field.setSelectionRange(at, at);
  const height = field.scrollHeight / field.value.split("\n").length;
  field.scrollTop = Math.max(0, (line - 4) * height);
}

/** What a save undoes. */
function voidWords({ standing }: Review): string {
  const { signatures, shown, status } = standing;
  const names = joined(signatures.map(({ by }) => visible(by.name)));
  if (["executing", "paused", "stalled"].includes(status))
    return "The run goes on with the signed text, and asks before its next step what should count.";
  if (signatures.length > 0) {
    return `Saving makes ${signatures.length === 1 ? "the signature" : "the signatures"} of ${names} on revision ${shown.revision} void: the new text has to be signed again.`;
  }
  return "Saving replaces the text; other readers see that it changed.";
}
