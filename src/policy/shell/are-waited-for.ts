import type { Statement } from "unbash";

/**
 * For each statement, whether the shell certainly waits for it if it runs in the background: only other background
 * statements are between it and a plain `wait`. Any other statement could end the shell before. One pass from the
 * end, because a line can have thousands.
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
