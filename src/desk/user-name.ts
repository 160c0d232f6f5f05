import { readFileSync } from "node:fs";

/** The user of this process; undefined where users have no numbers. */
export function ownUserId(): number | undefined {
  return process.getuid?.();
}

/** "ann (user id 1000)"; without a name if this machine has none for the number, as in many containers. */
export function userName(id: number): string {
  const name = nameIn(passwords(), id);
  return name === undefined ? `user id ${id}` : `${name} (user id ${id})`;
}

function nameIn(text: string, id: number): string | undefined {
  const entry = text
    .split("\n")
    .map((line) => line.split(":"))
    .find(([name, , number]) => name && number === String(id));
  return entry?.[0];
}

function passwords(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    return "";
  }
}
