import { findProgram } from "../../sandbox/find-program.ts";

/**
 * What a person puts into a host's settings. Hosts go on when a hook crashes, is missing or takes too long; the line around
 * it turns each of these into a block. Our own time runs out before the host's does.
 */
export function hookSettings(host: string, env: NodeJS.ProcessEnv): Record<string, unknown> {
  // Not every system has `timeout`; perl is there where it is missing.
  const limited = findProgram("timeout", env["PATH"]) ? "timeout 20" : "perl -e 'alarm 20; exec @ARGV'";
  const failed = '{ [ $? -eq 2 ] || echo "Countersign could not judge this call, so it is blocked." >&2; exit 2; }';
  const command = `${limited} countersign hook ${host} || ${failed}`;
  return { hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command, timeout: 30 }] }] } };
}
