import { readFileSync, realpathSync, statSync } from "node:fs";
import { defined } from "../../../plan/defined.ts";
import type { Problem } from "../../../plan/problem.ts";

/** Deleted from the environment after reading, so that no child process gets the token. */
const VARIABLE = "DISCORD_TOKEN";

export type FoundToken =
  | { token: string; from: "environment" | "file"; problems: Problem[] }
  | { token: undefined; problems: Problem[] };

/** Reads the bot's token, and deletes the variable even if the file is used. */
export function takeToken(file: string, env: NodeJS.ProcessEnv): FoundToken {
  const given = outOfEnvironment(env);
  if (given !== "") {
    const problems = [...odd(given, VARIABLE), SEEN_BY_OTHERS];
    return { token: bare(given), from: "environment", problems };
  }
  const problems = exposure(file);
  try {
    const token = readFileSync(file, "utf8").trim();
    if (token !== "") return { token: bare(token), from: "file", problems: [...problems, ...odd(token, file)] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      const message = `the token in ${file} cannot be read: the system says ${(error as NodeJS.ErrnoException).code}`;
      return { token: undefined, problems: [...problems, wrong("token_unreadable", message)] };
    }
  }
  const hint = `Copy it from https://discord.com/developers/applications (your application → Bot → Reset Token), and write it there: (umask 077; cat > ${file})`;
  return { token: undefined, problems: [...problems, wrong("no_token", `there is no token in ${file}`, hint)] };
}

export function outOfEnvironment(env: NodeJS.ProcessEnv): string {
  const given = env[VARIABLE]?.trim() ?? "";
  delete env[VARIABLE];
  return given;
}

/** Its first part is the id of the application. */
export function applicationOf(token: string): string | undefined {
  const [first = ""] = token.split(".");
  const decoded = Buffer.from(first, "base64").toString("latin1");
  return /^[1-9]\d{14,19}$/.test(decoded) ? decoded : undefined;
}

export function looksLikeToken(text: string): boolean {
  return /[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/.test(text);
}

/** Discord's documentation shows tokens with this word, and people copy it. */
function bare(token: string): string {
  return token.replace(/^Bot\s+/i, "");
}

function odd(token: string, where: string): Problem[] {
  if (looksLikeToken(token)) return [];
  const message = `the content of ${where} does not look like a bot token`;
  const hint =
    "A token has three parts with dots between them. The client secret and the public key are something else.";
  return [{ severity: "warning", kind: "odd_token", message, hint }];
}

function exposure(file: string): Problem[] {
  const { mode = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  const message = `others can read the token in ${file}, and act as the bot`;
  return [wrong("token_exposed", message, `chmod 600 ${realpathSync(file)}`)];
}

const SEEN_BY_OTHERS: Problem = {
  severity: "warning",
  kind: "token_in_environment",
  message: `your other programs can read ${VARIABLE} (/proc/…/environ), also an agent's commands outside plan mode`,
  hint: "A token file in COUNTERSIGN_HOME is hidden from agents.",
};

function wrong(kind: string, message: string, hint?: string): Problem {
  return { severity: "error", kind, message, ...defined({ hint }) };
}
