import { IDS, type Offered, type OfferedWords, offeredWords } from "./offered-words.ts";

export function zsh(): string {
  const commands = offeredWords();
  const described = commands.map(({ name, summary }) => `    '${name}:${plain(summary).replaceAll(":", "\\:")}'`);
  return `#compdef countersign
# countersign completion zsh > "\${fpath[1]}/_countersign"
_countersign_ids() {
  local directory=. word before=
  for word in $words; do
    if [[ $before == --dir ]]; then directory=$word; elif [[ $word == --dir=* ]]; then directory=\${word#--dir=}; fi
    before=$word
  done
  # The typed word without its quotes; it is never evaluated.
  directory=\${(Q)directory}
  [[ $directory == "~" || $directory == "~/"* ]] && directory=$HOME\${directory#"~"}
  countersign "$@" --dir "$directory" 2>/dev/null
}
_countersign() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local previous=$words[CURRENT-1]
  if [[ $PREFIX == --*=* ]]; then previous=\${PREFIX%%=*}; compset -P '*='; fi
  case $words[2] in
${commands.map(caseOf).join("\n")}
  esac
}
if [ "$funcstack[1]" = _countersign ]; then _countersign "$@"; else compdef _countersign countersign; fi
`;
}

function caseOf({ name, options, first, rest }: OfferedWords): string {
  const values = options.flatMap(({ spellings, value }) =>
    value === undefined ? [] : [`${spellings.join("|")}) ${from(value)} ;;`],
  );
  const spelled = options.map(({ spellings }) => spellings[0]).join(" ");
  return `    ${name})
      case $previous in
        ${values.join("\n        ")}
        *)
          if [[ $PREFIX == -* ]]; then compadd -- ${spelled}
          elif (( CURRENT == 3 )); then ${from(first)}
          else ${from(rest)}
          fi ;;
      esac ;;`;
}

function from(offered: Offered): string {
  switch (offered) {
    case "nothing":
      return ":";
    case "plan":
    case "request":
    case "agent":
      return `compadd -- $(_countersign_ids ${IDS[offered].command} | grep -o '${IDS[offered].pattern}')`;
    case "file":
      return "_files";
    case "directory":
      return "_files -/";
    default:
      return `compadd -- ${offered.join(" ")}`;
  }
}

function plain(text: string): string {
  return text.replaceAll("'", "’");
}
