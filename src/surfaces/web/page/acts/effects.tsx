import type { ComponentChildren } from "preact";
import { counted } from "../../../../plan/quantities.ts";
import { visible } from "../../../../plan/visible.ts";
import type { Preview } from "../../api/acts.ts";
import { Exact } from "../parts/command.tsx";
import { Tag } from "../parts/tag.tsx";
import { type StepNumbers, withStepNumbers } from "./step-numbers.ts";

/** Sentences, and for a roll back every file. */
export function Effects({ preview, numbers }: { preview: Preview; numbers: StepNumbers }) {
  const { effects, files = [], left = [], conflicts = [] } = preview;
  return (
    <div class="effects">
      {effects.map((effect) => (
        <p key={effect}>{visible(withStepNumbers(effect, numbers))}</p>
      ))}
      {conflicts.length > 0 && (
        <FileList title={`In the way: ${counted(conflicts.length, "file")}`}>
          {conflicts.map(({ path, because }) => (
            <li key={path}>
              <Exact text={path} /> <span class="quiet">{visible(because)}</span>
            </li>
          ))}
        </FileList>
      )}
      {files.length > 0 && (
        <FileList title={`${counted(files.length, "file")} as before`}>
          {files.map(({ path, how }) => (
            <li key={path}>
              <Tag look={how === "added" ? "bad" : how === "removed" ? "ok" : "plain"}>{BACK[how]}</Tag>{" "}
              <Exact text={path} />
            </li>
          ))}
        </FileList>
      )}
      {left.length > 0 && (
        <FileList title={`${counted(left.length, "file")} left as ${left.length === 1 ? "it is" : "they are"}`}>
          {left.map((path) => (
            <li key={path}>
              <Exact text={path} />
            </li>
          ))}
        </FileList>
      )}
    </div>
  );
}

/** What the roll back does with a file that the run added, changed or removed. */
const BACK = { added: "deleted", changed: "restored", removed: "brought back" } as const;

function FileList({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="effect-files">
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
