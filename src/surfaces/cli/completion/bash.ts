import { IDS, type Offered, type OfferedWords, offeredWords } from "./offered-words.ts";

/** Also for the bash 3.2 of macOS: no `mapfile`, and `compopt` may be missing. */
export function bash(): string {
  const commands = offeredWords();
  return `# countersign completion bash > ~/.local/share/bash-completion/completions/countersign
_countersign_ids() {
  local directory=. word before=
  for word in "\${COMP_WORDS[@]}"; do
    case "$word" in
      =) continue ;;
      --dir=*) directory="\${word#--dir=}" ;;
      *) if [ "$before" = --dir ]; then directory="$word"; fi ;;
    esac
    before="$word"
  done
  # The typed word without its quotes; it is never evaluated.
  directory="\${directory//[\\"\\'\\\\]/}"
  case "$directory" in "~" | "~/"*) directory="$HOME\${directory#\\~}" ;; esac
  countersign "$@" --dir "$directory" 2>/dev/null
}
_countersign() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" options="" offered="" word IFS=$' \\t\\n'
  COMPREPLY=()
  # bash takes --plan=ID for three words.
  if [ "$current" = = ]; then current=; elif [ "$previous" = = ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*) offered="${commands.map(({ name }) => name).join(" ")}" ;;
${commands.map(caseOf).join("\n")}
  esac
  case "$current" in -*) offered="$options" ;; esac
  case "$offered" in
    # Left to bash, which knows how to quote names.
    FILES) return ;;
    DIRECTORIES) compopt +o default -o dirnames 2>/dev/null; return ;;
    PLANS) offered="$(_countersign_ids ${IDS.plan.command} | grep -o '${IDS.plan.pattern}')" ;;
    AGENTS) offered="$(_countersign_ids ${IDS.agent.command} | grep -o '${IDS.agent.pattern}')" ;;
    REQUESTS) offered="$(_countersign_ids ${IDS.request.command} | grep -o '${IDS.request.pattern}')" ;;
  esac
  compopt +o default 2>/dev/null
  for word in $offered; do
    case "$word" in "$current"*) COMPREPLY+=("$word") ;; esac
  done
}
complete -o default -F _countersign countersign
`;
}

function caseOf({ name, options, first, rest }: OfferedWords): string {
  const values = options.flatMap(({ spellings, value }) =>
    value === undefined ? [] : [`${spellings.join("|")}) offered="${from(value)}" ;;`],
  );
  const spelled = options.map(({ spellings }) => spellings[0]).join(" ");
  return `    *:${name})
      options="${spelled}"
      case "$previous" in
        ${values.join("\n        ")}
        *) if [ "$COMP_CWORD" -eq 2 ]; then offered="${from(first)}"; else offered="${from(rest)}"; fi ;;
      esac ;;`;
}

function from(offered: Offered): string {
  switch (offered) {
    case "nothing":
      return "";
    case "plan":
      return "PLANS";
    case "request":
      return "REQUESTS";
    case "agent":
      return "AGENTS";
    case "file":
      return "FILES";
    case "directory":
      return "DIRECTORIES";
    default:
      return offered.join(" ");
  }
}
