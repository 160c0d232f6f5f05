import { onlyValue } from "../argument.ts";
import type { CommandSpec } from "../command.ts";
import { exactReader, needs, noOperands, strictReader, verbReader } from "./checks.ts";

const SHRINKS = "deletes or moves the journal";

/** What runs in the background, and its logs. */
export const SERVICES: readonly CommandSpec[] = [
  strictReader("journalctl", "shows logs", {
    flags: `-a -f -e -r -x -q -m -k -l --all --follow --pager-end --reverse --catalog --quiet --merge --dmesg --full
      --no-full --no-pager --no-hostname --no-tail --utc --list-boots --disk-usage --header --fields -N --user --system
      --truncate-newline --version --help`,
    values: `-u -t -p -o -g -S -U -c -D -i -F --unit --user-unit --identifier --priority --facility --output --grep
      --since --until --cursor --after-cursor --directory --file --field --case-sensitive --output-fields`,
    optional: "-n -b --lines --boot",
    number: true,
    harmful: {
      "--vacuum-size": SHRINKS,
      "--vacuum-time": SHRINKS,
      "--vacuum-files": SHRINKS,
      "--rotate": SHRINKS,
      "--flush": SHRINKS,
      "--relinquish-var": SHRINKS,
      "--smart-relinquish-var": SHRINKS,
      "--sync": "makes the journal write",
      "--cursor-file": "writes the cursor to a file",
      "--update-catalog": "writes the catalog",
      "--setup-keys": "writes keys",
    },
  }),
  verbReader(
    "systemctl",
    "asks about services",
    " status show list-units list-unit-files list-sockets list-timers list-dependencies list-jobs list-machines is-active is-enabled is-failed is-system-running cat get-default show-environment",
    {
      flags:
        "--user --system --no-pager -a --all -l --full -q --quiet --failed --plain --no-legend --value --reverse --version",
      values: "-t --type -p --property -P --state -n --lines -o --output",
      harmful: { "-H": "connects to another machine", "--host": "connects to another machine" },
    },
  ),
  verbReader(
    "loginctl",
    "asks about sessions",
    " list-sessions list-users list-seats session-status user-status seat-status show-session show-user show-seat",
    { flags: "--no-pager --no-legend -a --all -l --full", values: "-p --property -n --lines -o --output" },
  ),
  exactReader("hostnamectl", "names the machine", "", "status", "--static"),
  exactReader(
    "localectl",
    "shows the language",
    "",
    "status",
    "list-locales",
    "list-keymaps",
    "list-locales --no-pager",
  ),
  exactReader("timedatectl", "shows the time", "", "status", "show", "list-timezones", "timesync-status"),
  {
    names: ["service"],
    level: "READ",
    reason: "asks about services",
    // It runs the script of that name: no path.
    judge({ name, args }, judging) {
      const [first, second, third] = args;
      const asks = onlyValue(first) === "--status-all" && second === undefined;
      const plain = /^\w[\w@.-]*$/.test(onlyValue(first) ?? "");
      if (asks || (plain && onlyValue(second) === "status" && third === undefined)) return;
      judging.find(first ?? name, "mutating", "service starts and stops services", "service NAME status asks");
    },
  },
  strictReader(
    "crontab",
    "lists timed jobs",
    {
      flags: "-l",
      values: "-u",
      harmful: { "-r": "deletes the jobs", "-e": "edits the jobs", "-i": "deletes the jobs" },
    },
    needs("-l", "replaces the timed jobs"),
    noOperands("replaces the timed jobs"),
  ),
];
