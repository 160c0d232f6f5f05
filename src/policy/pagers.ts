/** A command that shows text page by page where there is a terminal: whoever types there can make it run programs. */
export function pagerIn(commands: readonly string[]): string | undefined {
  return commands.find((command) => PAGERS.has(command.slice(command.lastIndexOf("/") + 1)));
}

// Also what starts the user's own pager by itself. Not git: hosts with a terminal tell it to use none.
const PAGERS = new Set(
  "less more most pg lv zless zmore bzless bzmore xzless xzmore zstdless bat batcat delta man info pinfo perldoc pydoc pydoc3 ri journalctl systemctl loginctl machinectl hostnamectl timedatectl busctl resolvectl networkctl localectl top htop watch".split(
    " ",
  ),
);
