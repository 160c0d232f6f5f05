import type { Statement } from "unbash";

/**
 * For each statement whether the shell certainly waits for it, should it run in the background: nothing but others of its
 * kind stands between it and a plain `wait`. Anything else could end the shell before. One look from the end: a line can
 * have thousands.
 */
export function areWaitedFor(statements: readonly Statement[]): boolean[] {
  let isWaited = false;
  return statements
    .toReversed()
    .map(({ background, command }) => {
      if (!background) isWaited = isPlainWait(command);
      return isWaited;
    })
    .reverse();
}

function isPlainWait(command: Statement["command"]): boolean {
  if (command.type !== "Command" || command.name?.text !== "wait") return false;
  return command.args.length === 0 && command.prefix.length === 0 && command.redirects.length === 0;
}
