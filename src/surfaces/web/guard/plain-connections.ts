import { BlockList, isIP } from "node:net";
import type { TrustedProxies } from "./client-address.ts";
import type { OwnAddresses } from "./own-addresses.ts";
import { refuse } from "./refuse.ts";

export interface PlainConnection {
  /** The address at the other end of the connection. */
  remote: string;
  host: string;
  /** `X-Forwarded-Proto`. */
  forwardedProto: string | undefined;
}

/**
 * Refuses what came here without TLS: unless a trusted proxy took it over TLS, or it is from this machine and for one of
 * its own names. A proxy on this machine that does not keep `Host` asks by such a name, too: there its own word counts.
 */
export function refusePlain(
  connection: PlainConnection,
  own: OwnAddresses,
  proxies: TrustedProxies,
): Response | undefined {
  const { remote, host } = connection;
  const isLocal = toldBy(connection, proxies) === undefined && isLoopback(remote) && own.localHosts.has(host);
  if (isOverTls(connection, own, proxies) || isLocal) return undefined;
  return refuse(403, { kind: "no_tls", message: "This address is answered over TLS only." });
}

/** Whether the browser sent it over TLS, to this server or to a trusted proxy. */
export function isOverTls(connection: PlainConnection, { isTlsHere }: OwnAddresses, proxies: TrustedProxies): boolean {
  return isTlsHere || toldBy(connection, proxies) === "https";
}

function toldBy({ remote, forwardedProto }: PlainConnection, proxies: TrustedProxies): string | undefined {
  return proxies.trusts(remote) ? forwardedProto : undefined;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 6 ? "ipv6" : "ipv4");
}
