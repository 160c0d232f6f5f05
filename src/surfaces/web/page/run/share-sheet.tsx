import { useState } from "preact/hooks";
import { addressOf } from "../../api/routes.ts";
import { call, type Refusal } from "../call.ts";
import { Button, ButtonLink } from "../parts/button.tsx";
import { say } from "../parts/say.tsx";
import { Sheet } from "../parts/sheet.tsx";
import { Refused } from "../parts/states.tsx";

/** The plan with its life, for a person without access to this server: as a link that holds it, or as a file. */
export function ShareSheet({ project, plan, close }: { project: string; plan: string; close(): void }) {
  const [refusal, refuse] = useState<Refusal>();
  const [link, set] = useState<string>();
  const [busy, setBusy] = useState(false);
  const params = { project, plan };
  const file = (as: "html" | "json" | "jsonl") => `${addressOf("exportPlan", params)}?as=${as}`;
  const copy = async () => {
    setBusy(true);
    const answer = await call("share", { params });
    setBusy(false);
    if (!answer.ok) return refuse(answer.refusal);
    refuse(undefined);
    const made = `${location.origin}/shared#${answer.value.fragment}`;
    set(made);
    try {
      await navigator.clipboard.writeText(made);
      say("The link is copied.", "copy");
    } catch {
      // Without a secure origin a browser copies nothing: the link stands in the sheet.
    }
  };
  return (
    <Sheet title="Share" close={close}>
      <div class="share">
        <div class="act-row">
          <Button look="sign" icon="copy" busy={busy} onClick={() => void copy()}>
            Copy a link
          </Button>
          <p class="act-effect">
            The plan is in the part after #, which browsers send to no server. It shows the plan as it is now, without
            its output.
          </p>
        </div>
        {link !== undefined && (
          <label class="act-field" for="share-link">
            <span>The link, {Math.ceil(link.length / 1000)} kB</span>
            <input
              id="share-link"
              class="field mono"
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
        )}
        {refusal && <Refused refusal={refusal} />}
        <div class="act-row">
          <ButtonLink icon="download" href={file("html")} download={`${plan}.html`}>
            HTML
          </ButtonLink>
          <p class="act-effect">
            One file to read anywhere: the goal, the plan, who signed it, the steps, their checks and changes.
          </p>
        </div>
        <div class="act-row">
          <ButtonLink icon="download" href={file("json")} download={`${plan}.json`}>
            JSON
          </ButtonLink>
          <p class="act-effect">The same for programs, with every record.</p>
        </div>
      </div>
    </Sheet>
  );
}
