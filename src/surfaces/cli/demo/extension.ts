import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Text } from "@earendil-works/pi-tui";
import { leaveOnCtrlD } from "./leave-on-ctrl-d.ts";
import { GOAL } from "./sample-project.ts";
import { scriptedProvider } from "./scripted-provider.ts";
import { whereCommandsRun } from "./where-commands-run.ts";

/** The scripted model, and a short introduction for the person. Everything else is the real thing. */
export default function demonstration(pi: ExtensionAPI): void {
  leaveOnCtrlD(process.stdin);
  const typed = new Set<string>();
  pi.registerProvider(scriptedProvider(typed));

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
