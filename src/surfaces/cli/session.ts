import type { Desk } from "../../desk/desk.ts";
import { Dialogue } from "./dialogue.ts";
import { complain, isTerminal, say } from "./output.ts";
import { type Style, styleFor } from "./style.ts";

/** What a command is given: where it runs, whom it talks to, and the desk. */
export interface Session {
  /** Answers go to programs: JSON on standard output, nothing else. */
  json: boolean;
  directory: string;
  env: NodeJS.ProcessEnv;
  /** Somebody sits here: both what we tell them and what they type goes through a terminal. */
  isTerminal: boolean;
  style: Style;
  width: number;
  /** Written at once, for what is not the answer: progress, questions, streams. */
  print(text: string): void;
  /** For whoever sits here; with `json` on standard error, because standard output belongs to a program then. */
  tell(text: string): void;
  desk(): Promise<Desk>;
  /** Only for a terminal. */
  dialogue(): Dialogue;
  /** Lets go of the terminal. */
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
    // Lines of a pipe are read by people too: 80 columns, as on paper.
    width: isShown ? Math.max(40, Math.min(process.stdout.columns ?? 80, 100)) : 80,
    print: say,
    tell: json ? complain : say,
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

/** Whoever the user wants told, and the file they want written: seldom any, so nothing of it is loaded before. */
async function tellOthers(desk: Desk): Promise<void> {
  const { notify, write_plan_md } = desk.configuration.config;
  const trouble = (message: string) => complain(`${message}\n`);
  if (notify.command.length > 0 || notify.url !== "") (await import("../../desk/notify.ts")).notifier(desk, trouble);
  if (!write_plan_md) return;
  const { planMdWriter } = await import("../../desk/plan-md.ts");
  planMdWriter(desk, (outcome) => outcome.kind === "kept" && trouble(`PLAN.md was not written: ${outcome.because}`));
}
