import type { DeskRefusal } from "../../desk/outcome.ts";
import { API_TITLE } from "./api/open-api.ts";
import { ROUTES } from "./api/routes.ts";

/** Why a server cannot listen at this address, and what to do; undefined for an error of another kind. */
export async function cannotListen(
  error: unknown,
  { host, port }: { host: string; port: number },
): Promise<DeskRefusal | undefined> {
  const kind = "cannot_listen";
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE": {
      const holder = (await isDashboard(host, port))
        ? "a dashboard of another user, or of another COUNTERSIGN_HOME"
        : "another program";
      const hint =
        "Leave out --port to use the next free one, choose another with --port N, or end what listens there.";
      return { kind, message: `Port ${port} is taken by ${holder}.`, hint };
    }
    case "EACCES": {
      const hint = "Choose a port from 1024 on; a reverse proxy can stand before it (--trusted-proxy).";
      return { kind, message: `You may not listen on port ${port}.`, hint };
    }
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return { kind, message: `This machine has no address ${host}.`, hint: "Give --host an address of this machine." };
    default:
      return undefined;
  }
}

/** Whether a dashboard answers there. What it says without a session names no person and no project. */
async function isDashboard(host: string, port: number): Promise<boolean> {
  const name = ANY.includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}${ROUTES.description.path}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { info } = (await answer.json()) as { info?: { title?: string } };
    return info?.title === API_TITLE;
  } catch {
    return false;
  }
}

const ANY: readonly string[] = ["0.0.0.0", "::"];
const PATIENCE_MS = 2_000;
