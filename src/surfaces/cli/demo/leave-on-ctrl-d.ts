import type { ReadStream } from "node:tty";
import { matchesKey } from "@earendil-works/pi-tui";

const LISTENS = Symbol.for("countersign.demo.leave-on-ctrl-d");

/**
 * Ends the app on Ctrl+D at any time. pi itself accepts that key only if its editor is empty, and loses it while it
 * starts. Listens once, however often the extension is loaded.
 */
export function leaveOnCtrlD(stdin: ReadStream & { [LISTENS]?: true }): void {
  if (!stdin.isTTY || stdin[LISTENS]) return;
  stdin[LISTENS] = true;
  const leave = () => {
    // Not raw: pi has not taken the terminal yet, and would not react to a signal.
    if (!stdin.isRaw) process.exit(0);
    // pi's own `shutdown` would wait for the end of the turn.
    process.kill(process.pid, "SIGTERM");
  };
  stdin.on("data", (data) => {
    if (matchesKey(String(data), "ctrl+d")) leave();
  });
  // As it arrives while the terminal is not raw.
  stdin.on("end", leave);
}
