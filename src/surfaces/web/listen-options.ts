import { readFileSync } from "node:fs";
import { no, type Outcome, yes } from "../../desk/outcome.ts";
import { TrustedProxies } from "./guard/client-address.ts";
import type { ListenOptions } from "./server.ts";

/** What `countersign serve` was told about where it can be reached. */
export interface ServeFlags {
  port?: number;
  host?: string;
  /** The address under which others reach it. */
  public?: string;
  /** Files. */
  cert?: string;
  key?: string;
  /** Networks, such as 10.0.0.0/8. */
  proxies: readonly string[];
}

export interface Listening {
  listen: ListenOptions;
  publicAddress?: URL;
  proxies: readonly string[];
}

export const DEFAULT_PORT = 7435;
const FURTHER_PORTS = 50;
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** Where the server listens, or why that would not be safe. */
export function listenOptions(flags: ServeFlags): Outcome<Listening> {
  const { port, host = "127.0.0.1", cert, key, proxies } = flags;
  if ((cert === undefined) !== (key === undefined))
    return unsafe("A certificate needs its key: give --cert and --key.");
  try {
    new TrustedProxies(proxies);
  } catch (error) {
    return unsafe((error as Error).message);
  }
  const isProtected = cert !== undefined || proxies.length > 0;
  if (flags.public !== undefined && !isProtected) {
    const hint = "Give --cert and --key, or --trusted-proxy for a reverse proxy that ends TLS before this server.";
    return unsafe("A public dashboard needs TLS.", hint);
  }
  if (flags.public === undefined && !LOOPBACK.includes(host)) {
    const hint = "Give --public https://NAME with --cert and --key, or with --trusted-proxy.";
    return unsafe(`${host} can be reached from other machines.`, hint);
  }
  const open = flags.public === undefined ? undefined : publicAddress(flags.public);
  if (flags.public !== undefined && open === undefined) {
    return unsafe(`${flags.public} is no public address: write https://NAME, or https://NAME:PORT.`);
  }
  try {
    const tls = cert && key ? { tls: { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") } } : {};
    // A port that was asked for is taken, or nothing is: an address that others know must not move.
    const listen = { host, port: port ?? DEFAULT_PORT, further: port === undefined ? FURTHER_PORTS : 0, ...tls };
    return yes({ listen, proxies, ...(open && { publicAddress: open }) });
  } catch (error) {
    return unsafe(`The certificate cannot be read: ${(error as Error).message}`);
  }
}

function publicAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return url?.protocol === "https:" && isBare ? url : undefined;
}

function unsafe(message: string, hint?: string): Outcome<never> {
  return no("malformed", message, hint === undefined ? {} : { hint });
}
