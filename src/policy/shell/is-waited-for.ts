import type { Statement } from "unbash";

/**
 * Whether the shell certainly waits for a command in the background: nothing but others of its kind stands between it and
 * a plain `wait`. Anything else could end the shell before.
 */
export function isWaitedFor(statements: readonly Statement[], index: number): boolean {
  const next = statements.slice(index).find(({ background }) => !background)?.command;
  if (next?.type !== "Command" || next.name?.text !== "wait") return false;
  return next.args.length === 0 && next.prefix.length === 0 && next.redirects.length === 0;
}
