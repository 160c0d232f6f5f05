import { COMMANDS, type CommandInfo, GLOBAL_OPTIONS, type Run } from "../commands.ts";
import { reply, usage } from "../reply.ts";

export const run: Run = async (_session, args) => {
  const [shell = ""] = args.words;
  const scripts: Record<string, () => string> = { bash, zsh, fish };
  const script = Object.hasOwn(scripts, shell) ? scripts[shell]?.() : undefined;
  return script === undefined
    ? usage(`There is no completion for "${shell}": bash, zsh or fish.`)
    : reply({ script }, script);
};

/** Ids come from the command itself, so that completion never shows what is not there. */
const PLANS = `countersign plans --limit 200 2>/dev/null | grep -o '^PLAN-[A-Za-z0-9]*'`;
const REQUESTS = `countersign inbox 2>/dev/null | grep -o '^[^ ]*/[^ ]*'`;

function bash(): string {
  const cases = COMMANDS.map(
    (command) => `    ${command.name}) options="${options(command)}"; words="${words(command)}" ;;`,
  );
  return `# countersign completion bash > ~/.local/share/bash-completion/completions/countersign
_countersign() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options="" words="" files=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${COMMANDS.map(({ name }) => name).join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) if [ "$words" = FILES ]; then COMPREPLY=($(compgen -f -- "$current")); else COMPREPLY=($(compgen -W "$words" -- "$current")); fi ;;
  esac
}
complete -F _countersign countersign
`;
}

function zsh(): string {
  const commands = COMMANDS.map(
    ({ name, summary }) => `    '${name}:${summary.replaceAll("'", "’").replaceAll(":", "\\:")}'`,
  );
  const cases = COMMANDS.map((command) => {
    const from = words(command);
    const what = from === "FILES" ? "_files" : from === "" ? ":" : `compadd -- ${from}`;
    return `    ${command.name}) if [[ $PREFIX == -* ]]; then compadd -- ${options(command)}; else ${what}; fi ;;`;
  });
  return `#compdef countersign
# countersign completion zsh > "\${fpath[1]}/_countersign"
_countersign() {
  local -a commands
  commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${cases.join("\n")}
  esac
}
if [ "$funcstack[1]" = _countersign ]; then _countersign "$@"; else compdef _countersign countersign; fi
`;
}

function fish(): string {
  const lines = COMMANDS.flatMap((command) => {
    const here = `__fish_seen_subcommand_from ${command.name}`;
    const from = words(command);
    const all = Object.entries({ ...command.options, ...GLOBAL_OPTIONS });
    return [
      `complete -c countersign -n __fish_use_subcommand -f -a ${command.name} -d '${command.summary.replaceAll("'", "’")}'`,
      ...all.map(
        ([name, { type, help }]) =>
          `complete -c countersign -n '${here}' -l ${name}${type === "string" ? " -r" : ""} -d '${help.replaceAll("'", "’")}'`,
      ),
      ...(from === "" || from === "FILES"
        ? []
        : [`complete -c countersign -n '${here}' -f -a "${from.replace("$(", "(")}"`]),
    ];
  });
  return `# countersign completion fish > ~/.config/fish/completions/countersign.fish\n${lines.join("\n")}\n`;
}

function options({ options: own }: CommandInfo): string {
  return Object.keys({ ...own, ...GLOBAL_OPTIONS })
    .map((name) => `--${name}`)
    .join(" ");
}

function words({ words: { complete } }: CommandInfo): string {
  if (complete === undefined) return "";
  if (complete === "plan") return `$(${PLANS})`;
  if (complete === "request") return `$(${REQUESTS})`;
  return complete === "file" ? "FILES" : complete.join(" ");
}
