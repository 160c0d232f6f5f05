import type { Desk } from "../../desk/desk.ts";
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
  close(): void;
}

export function openSession({ json, directory }: { json: boolean; directory: string }): Session {
  const { env, stdin, stdout } = process;
  let desk: Desk | undefined;
  return {
    json,
    directory,
    env,
    isTerminal: Boolean(stdin.isTTY && stdout.isTTY),
    style: styleFor(Boolean(stdout.isTTY), env),
    // Lines of a pipe are read by people too: 80 columns, as on paper.
    width: Math.max(40, Math.min(stdout.columns ?? 80, 100)),
    print: (text) => void stdout.write(text),
    desk: async () => {
      if (desk === undefined) {
        const { Desk } = await import("../../desk/desk.ts");
        desk = new Desk({ directory, env });
      }
      return desk;
    },
    close: () => desk?.close(),
  };
}
