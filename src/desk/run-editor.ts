import { spawnSync } from "node:child_process";
import { pathOutside } from "./tree/path-outside.ts";

/**
 * Opens a file in a person's editor on this terminal, and waits; returns whether it succeeded. The editor is a line
 * for the shell (`code --wait`): with the project's directories in the PATH, a cloned repository could choose what
 * opens.
 */
export function runEditor(editor: string, file: string, project: string): boolean {
  const env = { ...process.env, PATH: pathOutside(project, process.env["PATH"]) };
  const { error, status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit", env });
  return error === undefined && status === 0;
}
