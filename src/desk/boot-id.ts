import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** Changes when the machine boots. Where the system has no id for a boot, the minute of the boot serves. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return String(Math.round((Date.now() / 1000 - uptime()) / 60));
  }
}
