import { dirname } from "node:path";
import type { SandboxProfile } from "./profile.ts";
import { isWithin } from "./within.ts";

/** The arguments of `sandbox-exec` that come before the command. `temp` is a directory made for this command alone. */
export function seatbeltArguments(profile: SandboxProfile, temp: string): string[] {
  return ["-p", seatbeltProfile(profile, temp)];
}

/**
 * A profile in the language of macOS' sandbox. What is not allowed is denied; of two rules that match, the later one
 * holds, so paths go from the outer to the inner, and secrets come last.
 */
export function seatbeltProfile(profile: SandboxProfile, temp: string): string {
  const { network, loopback, writable, hidden, secret, visible, protected: guarded } = profile;
  const protectedPaths = guarded.map(({ path }) => path);
  const rules = [
    "(version 1)",
    "(deny default)",
    // Programs may talk to those in the same sandbox, and not to others, for example to open a document.
    "(allow process-exec)",
    "(allow process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow ipc-posix-sem)",
    "(allow pseudo-tty)",
    ...["com.apple.system.opendirectoryd.libinfo", "com.apple.system.logger"].map(mayLookUp),
    "(allow file-read*)",
    `(deny file-read* file-write* ${paths("subpath", SHARED_TEMPS)})`,
    ...deny(hidden),
    ...shown(visible, [...SHARED_TEMPS, ...hidden]),
    ...writable.map((path) => `(allow file-read* file-write* ${subpath(path)})`),
    ...protectedPaths.map((path) => `(deny file-write* ${subpath(path)})`),
    // Neither may a directory on the way to them be moved away.
    ...between(writable, [...protectedPaths, ...hidden, ...secret]).map(
      (path) => `(deny file-write* ${literal(path)})`,
    ),
    ...deny(hidden.filter((path) => !visible.some((one) => isWithin(one, path)))),
    `(allow file-read* file-write* ${subpath(temp)})`,
    `(allow file-write* ${paths("literal", DEVICES)})`,
    `(allow file-ioctl ${paths("literal", DEVICES)})`,
    ...(network ? NETWORK : loopback ? LOOPBACK : []),
    ...deny(secret),
  ];
  return `${rules.join("\n")}\n`;
}

/** Shared temporary files, and the sockets in them. Each command gets a directory of its own instead. */
const SHARED_TEMPS = ["/private/tmp", "/private/var/tmp", "/private/var/folders"];
const DEVICES = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper"];

/** Addresses of the network only: sockets in the file system stay closed, but for the one that looks names up. */
const NETWORK = [
  '(allow network-outbound (remote ip "*:*"))',
  '(allow network-bind (local ip "*:*"))',
  '(allow network-inbound (local ip "*:*"))',
  '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
  "(allow system-socket)",
  ...["com.apple.SystemConfiguration.configd", "com.apple.trustd.agent", "com.apple.dnssd.service"].map(mayLookUp),
];

/** macOS has one loopback for all programs: a command that shares one reaches every server on it. */
const LOOPBACK = [
  '(allow network-outbound (remote ip "localhost:*"))',
  '(allow network-bind (local ip "localhost:*"))',
  '(allow network-inbound (local ip "localhost:*"))',
  "(allow system-socket)",
];

function shown(visible: readonly string[], masks: readonly string[]): string[] {
  return visible
    .filter((path) => masks.some((mask) => isWithin(path, mask)))
    .map((path) => `(allow file-read* ${subpath(path)})`);
}

function deny(hidden: readonly string[]): string[] {
  return hidden.map((path) => `(deny file-read* file-write* ${subpath(path)})`);
}

function between(roots: readonly string[], inner: readonly string[]): string[] {
  const found = inner.flatMap((path) => {
    const root = roots.find((one) => path !== one && isWithin(path, one));
    const above: string[] = [];
    if (root !== undefined) for (let at = dirname(path); at !== root; at = dirname(at)) above.unshift(at);
    return root === undefined ? [] : [root, ...above];
  });
  return [...new Set(found)];
}

function mayLookUp(name: string): string {
  return `(allow mach-lookup (global-name ${quoted(name)}))`;
}

function paths(kind: "subpath" | "literal", all: readonly string[]): string {
  return all.map((path) => `(${kind} ${quoted(path)})`).join(" ");
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function literal(path: string): string {
  return `(literal ${quoted(path)})`;
}

/** Escapes a path, so that no character of it ends the quotation. */
function quoted(text: string): string {
  const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  return `"${text.replace(/["\\]/g, "\\$&").replace(/[\n\r\t]/g, (char) => escapes[char] ?? char)}"`;
}
