import type { Desk } from "../../desk/desk.ts";
import { clockSentence } from "../../lifecycle/clock-words.ts";
import { expiryOf, timeOutWords } from "../../lifecycle/time-out.ts";
import { Dialogue } from "./dialogue.ts";
import { isTerminal, print, printError } from "./output.ts";
import { type Style, styleFor } from "./style.ts";

/** The surroundings of a command: directory, environment, terminal, and the desk. */
export interface Session {
  /** A program reads the answer: standard output gets JSON and nothing else. */
  json: boolean;
  directory: string;
  env: NodeJS.ProcessEnv;
  /** A person can answer: input and output are a terminal. */
  isTerminal: boolean;
  style: Style;
  width: number;
  /** Writes to standard output at once. */
  print(text: string): void;
  /** Writes to the person at the terminal; with `json` to standard error, because a program reads standard output. */
  tell(text: string): void;
  desk(): Promise<Desk>;
  /** Only if `isTerminal`. */
  dialogue(): Dialogue;
  /** Releases the terminal. */
  close(): void;
}

export function openSession({ json, directory }: { json: boolean; directory: string }): Session {
  const { env } = process;
  const isShown = isTerminal(1);
  let desk: Desk | undefined;
  let dialogue: Dialogue | undefined;
  return {
    json,
    directory,
    env,
    isTerminal: isTerminal(json ? 2 : 1) && isTerminal(0),
    style: styleFor(isShown, env),
    // People read the lines of a pipe, too: 80 columns.
    width: isShown ? Math.max(40, Math.min(process.stdout.columns ?? 80, 100)) : 80,
    print: print,
    tell: json ? printError : print,
    desk: async () => {
      if (desk === undefined) {
        const { Desk } = await import("../../desk/desk.ts");
        desk = new Desk({ directory, env });
        await tellOthers(desk);
      }
      return desk;
    },
    dialogue: () => {
      dialogue ??= new Dialogue(json ? process.stderr : process.stdout);
      return dialogue;
    },
    close: () => {
      dialogue?.close();
      dialogue = undefined;
    },
  };
}

/** Plans that expire under this command, notifications, and PLAN.md. Few users have them, so their code is loaded only if the settings name them. */
async function tellOthers(desk: Desk): Promise<void> {
  const { notify, write_plan_md } = desk.configuration.config;
  const trouble = (message: string) => printError(`${message}\n`);
  let isClockTold = false;
  desk.listen((event) => {
    if (event.data.type === "clock_set" && !isClockTold) {
      isClockTold = true;
      printError(`${clockSentence(event.data, event.journal)}\n`);
    }
    if (event.data.type === "cancelled" && event.data.why === "stale")
      printError(`${timeOutWords(expiryOf(event.journal, event.data))}\n`);
  });
  if (notify.command.length > 0 || notify.url !== "") {
    const { notifier } = await import("../../desk/notify.ts");
    notifier(desk, trouble, { call: (await import("./call-action.ts")).callAction });
  }
  if (!write_plan_md) return;
  const { planMdWriter } = await import("../../desk/plan-md.ts");
  planMdWriter(desk, (outcome) => outcome.kind === "kept" && trouble(`PLAN.md was not written: ${outcome.because}`));
}
