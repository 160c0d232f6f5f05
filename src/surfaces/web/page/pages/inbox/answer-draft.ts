import type { Signal } from "@preact/signals";
import type { Slip } from "../../../api/requests.ts";
import { kept } from "../../kept.ts";

const drafts = new Map<string, Signal<string>>();

/** An answer that a person typed and did not send yet. It belongs to the tab, so an answer of another person leaves it there. */
export function answerDraft({ project, id }: Slip): Signal<string> {
  const name = `answer.${project}.${id}`;
  const draft = drafts.get(name) ?? kept(name, "", "sessionStorage");
  drafts.set(name, draft);
  return draft;
}
