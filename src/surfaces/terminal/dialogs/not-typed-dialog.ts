import { confirmation, type Dialog } from "./dialog.ts";

/** A command that extends rights of an agent, and did not come from the keyboard. */
export function notTypedDialog(command: string): Dialog {
  return {
    heading: "Run this command?",
    passages: [
      { kind: "exact", text: command },
      { kind: "note", text: "It did not come from your keyboard: another extension may have sent it." },
    ],
    ...confirmation("Run it", "No", "Esc: no"),
  };
}
