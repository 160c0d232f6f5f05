import { IDS, type Offered, type OfferedWords, offeredWords } from "./offered-words.ts";

export function fish(): string {
  return `# countersign completion fish > ~/.config/fish/completions/countersign.fish
function __countersign_command
    set -l typed (commandline -opc)
    test (count $typed) -ge 2; and test "$typed[2]" = $argv[1]
end
function __countersign_first
    __countersign_command $argv[1]; and test (count (commandline -opc)) -eq 2
end
function __countersign_rest
    __countersign_command $argv[1]; and test (count (commandline -opc)) -gt 2
end
function __countersign_ids
    set -l directory .
    set -l before
    for word in (commandline -opc)
        if test "$before" = --dir
            set directory $word
        else if string match -q -- '--dir=*' $word
            set directory (string replace -- --dir= '' $word)
        end
        set before $word
    end
    set directory (string replace -r '^~(?=/|$)' $HOME -- $directory)
    countersign $argv --dir $directory 2>/dev/null
end
${offeredWords().flatMap(linesOf).join("\n")}
`;
}

function linesOf({ name, summary, options, first, rest }: OfferedWords): string[] {
  return [
    `complete -c countersign -n __fish_use_subcommand -f -a ${name} -d '${plain(summary)}'`,
    ...options.map(({ spellings: [long = "", short], info, value }) => {
      const spelled = `-l ${long.slice(2)}${short ? ` -s ${short.slice(1)}` : ""}`;
      const wanted = value === undefined ? "" : value === "file" ? " -r -F" : ` -x${from(value)}`;
      return `complete -c countersign -n '__countersign_command ${name}' ${spelled}${wanted} -d '${plain(info.help)}'`;
    }),
    ...wordsOf(`__countersign_first ${name}`, first),
    ...wordsOf(`__countersign_rest ${name}`, rest),
  ];
}

function wordsOf(condition: string, offered: Offered): string[] {
  return offered === "file" ? [] : [`complete -c countersign -n '${condition}' -f${from(offered)}`];
}

function from(offered: Exclude<Offered, "file">): string {
  switch (offered) {
    case "nothing":
      return "";
    case "plan":
    case "request":
    case "agent":
      return ` -a "(__countersign_ids ${IDS[offered].command} | string match -r '${IDS[offered].pattern}')"`;
    case "directory":
      return " -a '(__fish_complete_directories (commandline -ct))'";
    default:
      return ` -a '${offered.join(" ")}'`;
  }
}

function plain(text: string): string {
  return text.replaceAll("'", "’").replaceAll("\\", "");
}
