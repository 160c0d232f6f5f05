import { type Argument, onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { type OptionTable, readOptions } from "../../options.ts";

const WHERE = {
  flags:
    "--global --system --local --worktree --includes --no-includes --null -z --name-only --show-origin --show-scope " +
    "--bool --int --bool-or-int --bool-or-str --path --expiry-date --no-type --fixed-value --show-names --no-show-names",
  values: "-f --file --blob --type --default",
} as const;

/** What asks, and how many words it takes at most. */
const ASKS: Readonly<Record<string, number>> = {
  "--get": 2,
  "--get-all": 2,
  "--get-regexp": 2,
  "--get-urlmatch": 2,
  "--get-color": 2,
  "--get-colorbool": 2,
  "--list": 0,
  "-l": 0,
};

const harmful = Object.fromEntries(
  "--add --replace-all --unset --unset-all --rename-section --remove-section --edit -e --append"
    .split(" ")
    .map((option) => [option, "changes the configuration"]),
);

/** What stands behind the name is a value, whatever it looks like. */
const OLD: OptionTable = {
  ...WHERE,
  flags: `${WHERE.flags} ${Object.keys(ASKS).join(" ")}`,
  harmful,
  stopAtOperand: true,
};

const NEW: OptionTable = {
  flags: `${WHERE.flags} --all --regexp`,
  values: `${WHERE.values} --value --url`,
  harmful,
  stopAtOperand: true,
};

/** `git config`: two words set what one word asks for. */
export const GIT_CONFIG: CommandSpec = {
  names: ["config"],
  level: "READ",
  reason: "shows settings",
  judge(call, judging) {
    const first = onlyValue(call.args[0]);
    // As sub-commands these are new; before, they were keys without a section, and nothing came of them.
    const asks = first === "get" || first === "list";
    const read = asks
      ? readOptions({ ...call, args: call.args.slice(1) }, NEW, judging)
      : readOptions(call, OLD, judging);
    if (read === undefined) return;
    const asked = read.options.find((option) => option.name in ASKS)?.name;
    const most = asks ? (first === "get" ? 1 : 0) : asked === undefined ? 1 : (ASKS[asked] ?? 0);
    const extra = read.operands[most] ?? read.operands.find((operand) => operand.count !== "one");
    const [name] = asks || asked !== undefined ? [] : read.operands;
    if (extra === undefined && name !== undefined && !isKey(name)) {
      const reason = `git config ${name.text} is a sub-command in some versions, and may open an editor`;
      judging.find(name, "code", reason, "ask with git config --get name");
    }
    if (extra === undefined) return;
    const hint = "ask with git config --get name, or git config --list";
    judging.find(extra, "mutating", "git config with a name and a value changes the configuration", hint);
  },
};

/** A key has a section and a dot; no sub-command has one. */
function isKey({ values, prefix }: Argument): boolean {
  return (values ?? [prefix]).every((name) => name.includes("."));
}
