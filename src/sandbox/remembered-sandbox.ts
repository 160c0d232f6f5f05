import { readFileSync, readlinkSync, renameSync, statSync, writeFileSync } from "node:fs";
import type { WorkingSandbox } from "./sandbox.ts";

const HOUR = 3_600_000;

type Bubblewrap = Extract<WorkingSandbox, { by: "bubblewrap" }>;

/** What worked within the last hour, with this very program, on this start of the machine, for this user, in these namespaces. */
export function recall(file: string, program: string, now: number = Date.now()): Bubblewrap | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8"));
    const isFresh = kept.at <= now && now - kept.at < HOUR && kept.circumstances === circumstances(program);
    const { version, variant } = kept;
    const isWhole = typeof version === "string" && ["own", "host"].includes(variant?.proc);
    if (!isFresh || !isWhole || typeof variant.filter !== "boolean") return undefined;
    return { works: true, by: "bubblewrap", program, version, variant: { proc: variant.proc, filter: variant.filter } };
  } catch {
    return undefined;
  }
}

/** If it cannot be kept, it is found out again. */
export function remember(file: string, sandbox: WorkingSandbox, now: number = Date.now()): void {
  if (sandbox.by !== "bubblewrap") return;
  const { version, variant, program } = sandbox;
  try {
    const kept = { at: now, circumstances: circumstances(program), version, variant };
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(kept), { mode: 0o600, flag: "wx" });
    renameSync(`${file}.${process.pid}`, file);
  } catch {}
}

function circumstances(program: string): string {
  const { mtimeMs, size, ino } = statSync(program);
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const namespaces = ["user", "mnt", "pid"].map((name) => readlinkSync(`/proc/self/ns/${name}`));
  return [program, mtimeMs, size, ino, boot, process.getuid?.(), process.version, ...namespaces].join(" ");
}
