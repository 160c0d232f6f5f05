export interface DemoOptions {
  hasTerminal: boolean;
  /** The review is in the browser. */
  isWeb: boolean;
  /** The command that repeats the demonstration. */
  again: string;
  /** The command that installs `countersign`, where the demonstration came without it. */
  install?: string;
}

/** What to do next. */
export function farewell({ hasTerminal, again, install }: DemoOptions): string[] {
  return [
    "",
    "The demonstration is over, and its project is removed.",
    "Next, in a project of your own:",
    ...(install === undefined ? [] : [`  ${install}`]),
    "  countersign            it leads you to a model if pi has none",
    "  /plan <goal>           the agent plans, you approve, it runs",
    "  countersign serve      the dashboard of your own projects",
    "  countersign doctor     what your machine has: model, sandbox, git",
    `${hasTerminal ? "The demonstration again" : "In a terminal it is you who answers and signs"}:  ${again}`,
  ];
}
