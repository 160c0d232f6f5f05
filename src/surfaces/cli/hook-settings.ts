import { findProgram } from "../../sandbox/find-program.ts";

/**
 * The entry for a host's settings. Hosts run the call when a hook crashes, is missing or times out; the line around the hook
 * turns each of these into a block. Its own time-out is shorter than the host's.
 */
export function hookSettings(host: string, env: NodeJS.ProcessEnv): Record<string, unknown> {
  // macOS has no `timeout`, but perl.
  const limited = findProgram("timeout", env["PATH"]) ? "timeout 20" : "perl -e 'alarm 20; exec @ARGV'";
  const failed = '{ [ $? -eq 2 ] || echo "Countersign could not judge this call, so it is blocked." >&2; exit 2; }';
  const command = `${limited} countersign hook ${host} || ${failed}`;
  return { hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command, timeout: 30 }] }] } };
}
