import { spawnSync } from "node:child_process";
import { pathOutside } from "./tree/path-outside.ts";

/**
 * Opens a file in a person's editor, on our terminal, and waits; whether it ended well. The editor is a line for the shell
 * (`code --wait`): with the project's programs in its PATH, a cloned repository could be what opens.
 */
export function runEditor(editor: string, file: string, project: string): boolean {
  const env = { ...process.env, PATH: pathOutside(project, process.env["PATH"]) };
  const { error, status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit", env });
  return error === undefined && status === 0;
}
