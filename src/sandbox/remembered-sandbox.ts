import { readFileSync, readlinkSync, renameSync, statSync, writeFileSync } from "node:fs";
import { type Candidate, programsOf } from "./candidate.ts";
import type { WorkingSandbox } from "./sandbox.ts";

const HOUR = 3_600_000;

/** The sandbox that worked within the last hour, with the same programs, boot, user and namespaces. */
export function recall(
  file: string,
  candidates: readonly Candidate[],
  now: number = Date.now(),
): WorkingSandbox | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8"));
    const isFresh = kept.at <= now && now - kept.at < HOUR && kept.circumstances === circumstances(candidates);
    const { version, variant } = kept;
    const candidate = candidates.find(({ by }) => by === kept.by);
    const isWhole = typeof version === "string" && ["own", "host"].includes(variant?.proc);
    if (!isFresh || !isWhole || typeof variant.filter !== "boolean" || candidate === undefined) return undefined;
    return { works: true, ...candidate, version, variant: { proc: variant.proc, filter: variant.filter } };
  } catch {
    return undefined;
  }
}

/** If it cannot be kept, it is found out again. */
export function remember(
  file: string,
  sandbox: WorkingSandbox,
  candidates: readonly Candidate[],
  now: number = Date.now(),
): void {
  if (sandbox.by === "seatbelt") return;
  const { by, version, variant } = sandbox;
  try {
    const kept = { at: now, circumstances: circumstances(candidates), by, version, variant };
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(kept), { mode: 0o600, flag: "wx" });
    renameSync(`${file}.${process.pid}`, file);
  } catch {}
}

/** Of all candidates: if a better one has been installed since, it is tested. */
function circumstances(candidates: readonly Candidate[]): string {
  const programs = candidates.flatMap(programsOf).map((program) => {
    const { mtimeMs, size, ino } = statSync(program);
    return [program, mtimeMs, size, ino].join(" ");
  });
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const namespaces = ["user", "mnt", "pid"].map((name) => readlinkSync(`/proc/self/ns/${name}`));
  return [...programs, boot, process.getuid?.(), process.version, ...namespaces].join(" ");
}
