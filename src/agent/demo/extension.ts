import {
  fauxAssistantMessage,
  fauxProvider,
  fauxText,
  fauxToolCall,
  getCurrentSystemPrompt,
} from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Text } from "@earendil-works/pi-tui";
import { hear } from "./heard.ts";
import { leaveOnCtrlD } from "./leave-on-ctrl-d.ts";
import { MODEL, PROVIDER } from "./model-name.ts";
import { GOAL } from "./sample-project.ts";
import { scriptedAnswer } from "./scripted-model.ts";

/** Tokens a second: fast enough not to bore, slow enough to read. */
const SPEED = 500;

/** The scripted model, and a short introduction for the person. Everything else is the real thing. */
export default function demonstration(pi: ExtensionAPI): void {
  leaveOnCtrlD(process.stdin);
  const faux = fauxProvider({
    provider: PROVIDER,
    models: [{ id: MODEL, name: "Scripted model (demonstration)", contextWindow: 200_000, maxTokens: 8192 }],
    tokensPerSecond: SPEED,
  });
  const { provider } = faux;
  const typed = new Set<string>();
  const answering: typeof provider.stream = (model, context, options) => {
    faux.setResponses([
      ({ messages }) => {
        const { words, calls } = scriptedAnswer(hear(getCurrentSystemPrompt(messages), messages, typed));
        const blocks = [
          ...(words ? [fauxText(words)] : []),
          ...calls.map(([tool, input]) => fauxToolCall(tool, input)),
        ];
        return fauxAssistantMessage(blocks, { stopReason: calls.length > 0 ? "toolUse" : "stop" });
      },
    ]);
    return provider.stream(model, context, options);
  };
  pi.registerProvider({ ...provider, stream: answering, streamSimple: answering as typeof provider.streamSimple });

  pi.on("input", ({ text, source }) => {
    if (source !== "extension") typed.add(text);
  });
  pi.on("session_start", (_event, { mode, ui }) => {
    if (mode !== "tui") return;
    ui.setHeader((_tui, theme) => new Text(greeting(theme), 1, 0));
    ui.setEditorText(`/plan ${GOAL}`);
  });
}

function greeting(theme: { bold(text: string): string; fg(color: "accent" | "muted", text: string): string }): string {
  return [
    theme.fg("accent", theme.bold("Countersign, a demonstration")),
    "The model is scripted. All else is real: a throwaway project, the guard, the sandbox, your signature, the edits, the checks.",
    theme.fg("muted", "Enter starts it. Ctrl+D leaves at any time, and nothing is left behind."),
  ].join("\n");
}
