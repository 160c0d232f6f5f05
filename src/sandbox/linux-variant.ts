/** The parts of a sandbox that this system allows. */
export interface LinuxVariant {
  /** `own`: a fresh one. `host`: where none can be mounted, as in many containers; other processes' names show then. */
  proc: "own" | "host";
  /** Whether system calls are filtered, too. */
  filter: boolean;
}
