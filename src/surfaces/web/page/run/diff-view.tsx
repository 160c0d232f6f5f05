import { useMemo, useState } from "preact/hooks";
import { counted } from "../../../../plan/quantities.ts";
import { visible } from "../../../../plan/visible.ts";
import type { StepDiff } from "../../api/timeline.ts";
import { Button } from "../parts/button.tsx";
import { scrolls } from "../parts/scrolls.ts";
import { Loading, Refused } from "../parts/states.tsx";
import { useResource } from "../resource.ts";
import { patchLines } from "./patch-lines.ts";

/** What a step, or the whole run, changed in files. Large files unfold when they are wanted. */
export function DiffView({ project, plan, step }: { project: string; plan: string; step?: string }) {
  const { value, refusal, fetch } = useDiff(project, plan, step);
  if (refusal.value) return <Refused refusal={refusal.value} again={() => void fetch()} />;
  const diff = value.value;
  if (diff === undefined) return <Loading rows={3} />;
  if (diff.files.length === 0) return <p class="quiet output-empty">It changed no files.</p>;
  return (
    <div class="diff">
      {diff.files.map((file, index) => (
        <FileDiff key={file.path} file={file} isOpen={index < 3 && file.added + file.removed <= OPEN_UP_TO} />
      ))}
      {diff.total > diff.files.length && (
        <p class="quiet output-empty">
          {counted(diff.total - diff.files.length, "more file")} changed; the export has all of them.
        </p>
      )}
    </div>
  );
}

/** Nothing is asked before there is something to compare. */
export function useDiff(project: string, plan: string, step: string | undefined, when = true) {
  return useResource(
    when ? "stepDiff" : undefined,
    { params: { project, plan }, query: step === undefined ? {} : { step } },
    (event) => event.type === "plan" && event.project === project && event.id === plan,
  );
}

const OPEN_UP_TO = 200;
const AT_ONCE = 400;

function FileDiff({ file, isOpen: opens }: { file: StepDiff["files"][number]; isOpen: boolean }) {
  const [isOpen, open] = useState(opens);
  const { path, how, added, removed } = file;
  return (
    <details class="diff-file" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        <code>{visible(path)}</code>
        {how !== "changed" && <span class="quiet">{how}</span>}
        <Churn added={added} removed={removed} />
      </summary>
      {isOpen && <Patch file={file} />}
    </details>
  );
}

function Patch({ file: { patch, is_cut, path } }: { file: StepDiff["files"][number] }) {
  const [most, show] = useState(AT_ONCE);
  const lines = useMemo(() => patchLines(patch), [patch]);
  if (lines.length === 0) return <p class="quiet output-empty">Nothing to show as text.</p>;
  return (
    <>
      <div class="patch" {...scrolls(`Changes of ${path}`)}>
        <table>
          <tbody>
            {lines.slice(0, most).map(({ as, sign, text, before, after }, index) => (
              <tr key={index} class={as}>
                <td class="patch-number">{before ?? ""}</td>
                <td class="patch-number">{after ?? ""}</td>
                <td class="patch-sign">{sign}</td>
                <td class="patch-text">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > most && (
        <Button size="small" look="bare" onClick={() => show(most * 4)}>
          {counted(lines.length - most, "more line")}
        </Button>
      )}
      {is_cut && <p class="quiet output-empty">The file is longer than what is shown here.</p>}
    </>
  );
}

/** "+48 −12". */
export function Churn({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="churn" role="img" aria-label={`${counted(added, "line")} added, ${removed} removed`}>
      <span class="ok">+{added}</span> <span class="bad">−{removed}</span>
    </span>
  );
}
