import type { OwnAddresses } from "./own-addresses.ts";
import { refuse } from "./refuse.ts";

/**
 * Refuses what another page has sent: a request for another host (a name that was made to point here), and, outside the
 * static page, one of another origin. A program that is no browser sends neither `Origin` nor `Sec-Fetch-Site`. `path` is the
 * one that routes are found by: `/%61pi/me` is `/api/me`.
 */
export function refuseForeign(request: Request, path: string, own: OwnAddresses): Response | undefined {
  const { headers, method } = request;
  if (!own.hosts.has(headers.get("host") ?? "")) {
    return refuse(421, { kind: "wrong_host", message: "This server has another name.", hint: `Open ${own.main}` });
  }
  const isPage = method === "GET" && !path.startsWith("/api");
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isForeign = origin === null ? site !== null && !OWN_SITES.includes(site) : !own.origins.has(origin);
  if (isPage || !isForeign) return undefined;
  return refuse(403, { kind: "wrong_origin", message: "Another site sent this request." });
}

const OWN_SITES = ["same-origin", "none"];
