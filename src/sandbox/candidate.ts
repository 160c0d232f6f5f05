import { findProgram } from "./find-program.ts";
import type { UtilLinuxPrograms } from "./util-linux.ts";

/** A sandbox for Linux whose programs are there; whether it works is found out by trying it. */
export type Candidate = { by: "bubblewrap"; program: string } | { by: "util-linux"; programs: UtilLinuxPrograms };

/** The better one first. */
export function findCandidates(path: string | undefined, project: string | undefined): Candidate[] {
  const find = (name: string, more = "") => findProgram(name, [path ?? "", more].join(":"), project);
  const program = find("bwrap");
  const programs = utilLinux(find);
  return [
    ...(program === undefined ? [] : [{ by: "bubblewrap" as const, program }]),
    ...(programs === undefined ? [] : [{ by: "util-linux" as const, programs }]),
  ];
}

function utilLinux(find: (name: string, more?: string) => string | undefined): UtilLinuxPrograms | undefined {
  const [unshare, mount, umount, setpriv] = [find("unshare"), find("mount"), find("umount"), find("setpriv")];
  const [setsid, sh, mkdir, ln] = [find("setsid"), find("sh"), find("mkdir"), find("ln")];
  if (!unshare || !mount || !umount || !setpriv || !setsid || !sh || !mkdir || !ln) return undefined;
  const [perl, ip] = [find("perl"), find("ip", "/usr/sbin:/sbin")];
  return { unshare, mount, umount, setpriv, setsid, sh, mkdir, ln, ...(perl && { perl }), ...(ip && { ip }) };
}

export function programsOf(candidate: Candidate): string[] {
  return candidate.by === "bubblewrap" ? [candidate.program] : Object.values(candidate.programs);
}
