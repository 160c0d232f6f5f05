import type { Desk } from "../../desk/desk.ts";
import { isTerminal, say } from "./output.ts";
import { type Style, styleFor } from "./style.ts";

/** What a command is given: where it runs, whom it talks to, and the desk. */
export interface Session {
  /** Answers go to programs: JSON on standard output, nothing else. */
  json: boolean;
  directory: string;
  env: NodeJS.ProcessEnv;
  /** Somebody sits here: both what we show and what they type goes through a terminal. */
  isTerminal: boolean;
  style: Style;
  width: number;
  /** Written at once, for what is not the answer: progress, questions, streams. */
  print(text: string): void;
  desk(): Promise<Desk>;
}

export function openSession({ json, directory }: { json: boolean; directory: string }): Session {
  const { env } = process;
  const isShown = isTerminal(1);
  let desk: Desk | undefined;
  return {
    json,
    directory,
    env,
    isTerminal: isShown && isTerminal(0),
    style: styleFor(isShown, env),
    // Lines of a pipe are read by people too: 80 columns, as on paper.
    width: isShown ? Math.max(40, Math.min(process.stdout.columns ?? 80, 100)) : 80,
    print: say,
    desk: async () => {
      if (desk === undefined) {
        const { Desk } = await import("../../desk/desk.ts");
        desk = new Desk({ directory, env });
      }
      return desk;
    },
  };
}
