import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { builtPage } from "../../scripts/bundle-web.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const SERVER = fileURLToPath(new URL("server.process.ts", import.meta.url));

export interface Served {
  address: string;
  /** The cookie of a browser that is signed in. */
  cookie: string;
  /** Signs one more browser in. */
  codes: string[];
}

/** A project and a home of their own, removed afterwards. */
export async function inPlace<Value>(
  work: (project: string, env: NodeJS.ProcessEnv) => Promise<Value>,
): Promise<Value> {
  const place = mkdtempSync(join(tmpdir(), "countersign-bench-web-"));
  const project = join(place, "project");
  mkdirSync(project);
  const env = { ...process.env, COUNTERSIGN_HOME: join(place, "home") };
  try {
    return await work(project, env);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Runs the dashboard of a project in a process of its own while `work` measures it. */
export async function served<Value>(
  project: string,
  env: NodeJS.ProcessEnv,
  work: (served: Served) => Promise<Value>,
): Promise<Value> {
  const child = spawn(process.execPath, [SERVER, await builtPage(root), "2", project], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const { address, codes } = JSON.parse(line) as { address: string; codes: string[] };
    const [code = "", ...others] = codes;
    return await work({ address, cookie: await signIn(address, code), codes: others });
  } finally {
    child.stdin.end();
    await ended;
  }
}

async function signIn(address: string, code: string): Promise<string> {
  const response = await fetch(`${address}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ code }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie === undefined) throw new Error(`Not signed in: ${await response.text()}`);
  return cookie;
}
