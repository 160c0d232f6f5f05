import { useEffect } from "preact/hooks";
import { visibleDiffLine } from "../../../../../plan/diff-line.ts";
import { Button } from "../../parts/button.tsx";
import { say } from "../../parts/say.tsx";
import { Loading, Refused } from "../../parts/states.tsx";
import { useResource } from "../../resource.ts";
import { setQuery } from "../../router.ts";
import { mayEdit } from "../offers.ts";
import { type Review, routeOf } from "../review.ts";
import { isChanged, isEdited, textDraftOf } from "./text-draft.ts";
import { TextEditor } from "./text-editor.tsx";

/** The plan as its file has it, to read or to change. */
export function TextTab({ review }: { review: Review }) {
  const { project, page, standing } = review;
  const params = routeOf(review);
  const resource = useResource("planText", { params }, (event) => event.type === "plan" && event.id === page.id);
  const text = resource.value.value;
  const draft = textDraftOf(project, page.id);
  const isEditing = isEdited(review);
  useEffect(() => {
    // Nothing was typed yet: the draft follows the newest text.
    if (isEditing && text !== undefined && !isChanged(draft.value))
      draft.value = { text, base: text, version: standing.version };
  }, [isEditing, text, standing.version]);
  if (resource.refusal.value) return <Refused refusal={resource.refusal.value} again={() => void resource.fetch()} />;
  if (text === undefined) return <Loading />;
  if (isEditing && draft.value) return <TextEditor review={review} draft={draft} text={text} />;
  return (
    <div class="text-tab">
      <div class="text-acts">
        <p class="fact quiet grow">Hidden characters and spaces at the end of a line are spelled out.</p>
        <Button
          icon="copy"
          onClick={() => {
            navigator.clipboard.writeText(text).then(
              () => say("The text is in the clipboard."),
              () => say("The browser does not let the page copy.", "warning"),
            );
          }}
        >
          Copy
        </Button>
        {mayEdit(review) && (
          <Button look="ink" icon="pen" onClick={() => setQuery({ edit: "1" })}>
            Edit
          </Button>
        )}
      </div>
      <ol class="file-lines">
        {text
          .replace(/\n$/, "")
          .split("\n")
          .map((line, index) => (
            <li key={index}>
              <code>{visibleDiffLine(line) || " "}</code>
            </li>
          ))}
      </ol>
    </div>
  );
}
