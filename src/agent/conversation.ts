import type { ContextWithSystemEvent } from "@earendil-works/pi-coding-agent";
import { withCurrentMode } from "./current-mode.ts";
import type { PlanSession } from "./plan-session.ts";

type Messages = ContextWithSystemEvent["messages"];

/** The part of the system prompt that is ours. */
const SECTION = "countersign";

/**
 * The messages for the model: after an approval with a fresh context only those since, and the current rules if the
 * system prompt does not have them. The system prompt is written when a person speaks: the mode may have changed
 * since, and a run that one of our messages started has the section of the previous prompt in its first request, and
 * none in the others.
 */
export async function conversation(session: PlanSession, all: Messages): Promise<{ messages: Messages } | undefined> {
  const messages = withCurrentMode(sinceFreshStart(all));
  const section = sectionIn(messages);
  const now = await session.told.words();
  if (now === undefined ? section === undefined : section?.includes(now)) {
    return messages === all ? undefined : { messages };
  }
  const timestamp = Date.now();
  const without: Messages =
    section === undefined ? [] : [{ role: "system", content: "", sections: { [SECTION]: null }, timestamp }];
  const text = `<${SECTION}>\n${now}\n</${SECTION}>`;
  const correction: Messages =
    now === undefined ? [] : [{ role: "user", content: [{ type: "text", text }], timestamp }];
  return { messages: [...messages, ...without, ...correction] };
}

function sectionIn(messages: Messages): string | undefined {
  const said = messages.flatMap((message) => (message.role === "system" && message.sections ? [message.sections] : []));
  return said.findLast((sections) => SECTION in sections)?.[SECTION] ?? undefined;
}

function sinceFreshStart(messages: Messages): Messages {
  const start = messages.findLastIndex(
    (message) =>
      message.role === "custom" &&
      message.customType === "countersign" &&
      (message.details as { fresh?: boolean } | undefined)?.fresh === true,
  );
  if (start <= 0) return messages;
  // The prompt and the tools are in messages of their own.
  return messages.filter(({ role }, at) => at >= start || role === "system");
}
