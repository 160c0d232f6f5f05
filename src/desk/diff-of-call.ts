import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { callDiff, type ReadText } from "../policy/call-diff.ts";
import { possiblePaths } from "../policy/possible-paths.ts";
import type { ToolCall } from "../policy/tool.ts";
import { readBounded } from "./read-bounded.ts";

const LARGEST_FILE = 256 * 1024;
const LONGEST = 100_000;
/** Their text would be kept in the journal. */
const SECRETS = /(?:^|[/\\])\.env|secret|credential|\.(?:pem|key|p12|pfx)$|(?:^|[/\\])id_[a-z0-9]+$/i;

/** A call that edits or writes a file, as a diff of the file as it is now; undefined for other calls. */
export function diffOfCall(project: string, cwd: string, call: Pick<ToolCall, "tool" | "input">): string | undefined {
  const diff = callDiff(call, (path) => {
    const files = new Set(possiblePaths(path, homedir())?.map((one) => resolve(cwd, one)));
    const [file] = files;
    if (file === undefined || files.size > 1) return { because: "its path can be read in several ways" };
    return readText(project, file);
  });
  return diff === undefined || diff.length > LONGEST ? undefined : diff;
}

function readText(project: string, file: string): ReturnType<ReadText> {
  let real: string;
  try {
    real = realpathSync(file);
  } catch {
    return undefined;
  }
  if (!real.startsWith(`${realpathSync(project)}${sep}`)) return { because: "it is outside the project" };
  if (SECRETS.test(real)) return { because: "it may hold a secret" };
  const bytes = readBounded(real, LARGEST_FILE);
  if (bytes === undefined) return undefined;
  if (typeof bytes === "string") return { because: bytes };
  return bytes.includes(0) ? { because: "it is not a text" } : { text: bytes.toString("utf8") };
}
