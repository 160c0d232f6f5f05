import { onlyValue } from "../argument.ts";
import type { CommandSpec } from "../command.ts";
import { exactReader, verbReader } from "./checks.ts";

/** What only a Mac has. */
export const MACOS: readonly CommandSpec[] = [
  verbReader("launchctl", "asks about services", "list print print-disabled version", {}),
  verbReader("defaults", "reads preferences", "read read-type domains find", {
    flags: "-currentHost -g -globalDomain",
    singleDash: true,
  }),
  verbReader("diskutil", "asks about disks", "list info", { flags: "-plist -all", singleDash: true }),
  first("scutil", /^--(get|dns|proxy|nwi)$/, "scutil --get NAME"),
  first("pmset", /^-g$/, "pmset -g"),
  first("plutil", /^-(p|lint)$/, "plutil -p FILE"),
  exactReader("xcodebuild", "builds the project", "-version", "-showsdks"),
  exactReader("xcode-select", "chooses a toolchain", "-p", "--print-path", "-v", "--version"),
  first("csrutil", /^status$/, "csrutil status"),
  first("networksetup", /^-(list|get)[a-z0-9]+$/, "networksetup -listallhardwareports"),
];

/** The first word says what it does; none of the others can change that. */
function first(name: string, asks: RegExp, example: string): CommandSpec {
  return {
    names: [name],
    level: "READ",
    reason: "asks the system",
    judge({ name: called, args: [word, ...rest] }, judging) {
      const odd = rest.find((arg) => arg.count === "any" || /^(-|$)/.test(arg.prefix));
      if (asks.test(onlyValue(word) ?? "") && odd === undefined) return;
      judging.find(
        odd ?? word ?? called,
        "mutating",
        `${name} is not only asked here`,
        `known to only read: ${example}`,
      );
    },
  };
}
