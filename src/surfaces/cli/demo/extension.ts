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
import { whereCommandsRun } from "./where-commands-run.ts";

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
  pi.on("session_start", (_event, { mode, ui, cwd }) => {
    if (mode !== "tui") return;
    const greet = (shells?: string) => ui.setHeader((_tui, theme) => new Text(greeting(theme, shells), 1, 0));
    greet();
    // Tested while the person reads.
    whereCommandsRun(process.env, cwd).then(greet, (error) => ui.notify(String(error), "error"));
    ui.setEditorText(`/plan ${GOAL}`);
    // Below the card of the end, which is drawn after this event.
    pi.events.on("plans:completed", () => setTimeout(() => ui.notify(COMPLETED, "info"), 500).unref());
  });
}

const COMPLETED =
  "That was the demonstration. /plan diff shows the changes, /plan rollback undoes them, and Ctrl+D leaves and says what is next.";

type GreetingTheme = { bold(text: string): string; fg(color: "accent" | "muted", text: string): string };

function greeting(theme: GreetingTheme, shells: string | undefined): string {
  return [
    theme.fg("accent", theme.bold("Countersign, a demonstration")),
    "The model is scripted. All else is real: a throwaway project, the guard, your signature, the edits, the checks.",
    ...(shells === undefined ? [] : [shells]),
    theme.fg("muted", "Enter starts it. Ctrl+D leaves at any time, and nothing is left behind."),
  ].join("\n");
}
