import type { Signal } from "@preact/signals";
import type { Slip } from "../../../api/requests.ts";
import { kept } from "../../kept.ts";

const drafts = new Map<string, Signal<string>>();

/** What was typed as an answer and not sent yet. Of the tab: nobody clears away what another person answered first. */
export function answerDraft({ project, id }: Slip): Signal<string> {
  const name = `answer.${project}.${id}`;
  const draft = drafts.get(name) ?? kept(name, "", "sessionStorage");
  drafts.set(name, draft);
  return draft;
}
