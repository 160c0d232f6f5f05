/** A command that shows text page by page on a terminal: its input can make it run programs. */
export function pagerIn(commands: readonly string[]): string | undefined {
  return commands.find((command) => PAGERS.has(command.slice(command.lastIndexOf("/") + 1)));
}

/**
 * By their manuals. Not git and gh: hosts with a terminal tell both to use no pager, and no line may override that.
 * Not dmesg: `dmesg -H` without `--nopager` is refused everywhere.
 */
const PAGERS = new Set(
  [
    "less more most pg lv zless zmore bzless bzmore xzless xzmore lzless lzmore zstdless bat batcat delta",
    "man info pinfo perldoc pydoc pydoc3 ri apropos whatis",
    // All that is part of systemd.
    "journalctl systemctl loginctl machinectl hostnamectl timedatectl busctl resolvectl networkctl localectl",
    "coredumpctl bootctl homectl userdbctl oomctl portablectl systemd-analyze systemd-cgls systemd-delta systemd-resolve",
    // For lists longer than the screen.
    "dpkg dpkg-query apt aws ack ack-grep",
    // These have keys of their own.
    "top htop watch",
  ].flatMap((line) => line.split(" ")),
);
