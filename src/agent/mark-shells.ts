const MARK = Symbol.for("countersign.shells");
const marked: { [MARK]?: string } = process as never;

/**
 * Marks shells of this process as an agent's: a command in one of them cannot authenticate a person. An older mark
 * stays.
 */
export function markShells(env: NodeJS.ProcessEnv, agent: string): void {
  // The holder of the token counts as a person: no command of an agent may find it.
  delete env["COUNTERSIGN_APPROVER_TOKEN"];
  if (isMarkedFromOutside(env)) return;
  env["COUNTERSIGN_AGENT"] = agent;
  marked[MARK] = agent;
}

/** The environment for this process itself: our own mark is for its shells only. */
export function withoutOwnMark(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (isMarkedFromOutside(env)) return env;
  const { COUNTERSIGN_AGENT: _, ...own } = env;
  return own;
}

/** This process was started by an agent. */
function isMarkedFromOutside(env: NodeJS.ProcessEnv): boolean {
  return env["COUNTERSIGN_AGENT"] !== undefined && env["COUNTERSIGN_AGENT"] !== marked[MARK];
}
