import type { Layout, Mount } from "./mounts.ts";
import type { SandboxProfile } from "./profile.ts";
import type { LinuxVariant } from "./sandbox.ts";

/** The descriptor on which bubblewrap finds the filter. */
export const FILTER_FD = 3;

/** The arguments that come before the command. Every flag matters: see docs/sandbox.md. */
export function bubblewrapArguments(profile: SandboxProfile, { mounts }: Layout, variant: LinuxVariant): string[] {
  const emptied = mounts.filter(({ is }) => is === "empty-directory");
  return [
    // Also for root: without a user namespace of its own, root could mount over everything again.
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"],
    ...(profile.network || profile.loopback ? [] : ["--unshare-net"]),
    ...["--ro-bind", "/", "/", "--dev", "/dev"],
    // A writable /proc lets root change the machine's settings.
    ...(variant.proc === "own" ? ["--proc", "/proc", "--remount-ro", "/proc"] : ["--ro-bind", "/proc", "/proc"]),
    ...mounts.flatMap(mountArguments),
    // Last: until here mount points are made in them.
    ...emptied.flatMap(({ path }) => ["--remount-ro", path]),
    ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
    ...(variant.filter ? ["--seccomp", String(FILTER_FD)] : []),
    ...["--chdir", profile.cwd, "--"],
  ];
}

function mountArguments(mount: Mount): string[] {
  const { path } = mount;
  switch (mount.is) {
    case "shown":
      return [mount.mayVanish ? "--ro-bind-try" : "--ro-bind", path, path];
    case "open":
      return ["--bind", path, path];
    case "private":
      return ["--bind", mount.source, path];
    case "empty-directory":
    case "temp":
      return ["--tmpfs", path];
    case "empty-file":
      // A device that may not be opened there: reading it fails, which is clearer than an empty file.
      return ["--ro-bind", "/dev/null", path];
    case "link":
      return ["--symlink", mount.target, path];
  }
}
