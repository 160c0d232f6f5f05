import { onlyValue } from "../../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../../command.ts";
import { writer } from "../../reader.ts";
import { always, strictReader } from "../checks.ts";
import { lookAtRepositories } from "../git/look-at-repositories.ts";
import { family, subCommands } from "../sub-commands.ts";

const GH_LIST = {
  flags: "--draft --exclude-drafts --archived --fork --source --no-archived --all -a",
  values:
    "-R --repo --json -q --jq -t --template -L --limit -s --state -l --label -A --author -a --assignee -B --base -H --head -S --search -m --milestone --app --mention -b --branch -w --workflow -e --event -u --user -c --commit --status --created -O --order --sort --language --topic --visibility",
} as const;

const NO_BROWSER = { "--web": "opens a browser" } as const;
const WEB = { ...NO_BROWSER, "-w": "opens a browser" } as const;

/** gh, as far as it asks. */
export const GH: CommandSpec = inLookedAt(
  family(
    "gh",
    "asks GitHub",
    { flags: "--version", values: "-R --repo" },
    subCommands(
      family(
        "pr",
        "",
        {},
        subCommands(
          strictReader("list ls", "lists", {
            ...GH_LIST,
            flags: "-d --draft",
            values: GH_LIST.values.replace(" -w --workflow", ""),
            harmful: WEB,
          }),
          strictReader("view", "shows", {
            flags: "-c --comments",
            values: "-R --repo --json -q --jq -t --template",
            harmful: WEB,
          }),
          strictReader("status", "shows", {
            flags: "-c --conflict-status",
            values: "-R --repo --json -q --jq -t --template",
          }),
          strictReader("diff", "shows", {
            flags: "--name-only --patch",
            values: "-R --repo --color -e --exclude",
            harmful: WEB,
          }),
          strictReader("checks", "shows", {
            flags: "--required --fail-fast",
            values: "-R --repo --json -q --jq -t --template -i --interval",
            harmful: WEB,
          }),
        ),
      ),
      family(
        "issue",
        "",
        {},
        subCommands(
          strictReader("list ls", "lists", {
            ...GH_LIST,
            flags: "",
            values: GH_LIST.values.replace(" -w --workflow", ""),
            harmful: WEB,
          }),
          strictReader("view", "shows", {
            flags: "-c --comments",
            values: "-R --repo --json -q --jq -t --template",
            harmful: WEB,
          }),
          strictReader("status", "shows", { values: "-R --repo --json -q --jq -t --template" }),
        ),
      ),
      family(
        "run",
        "",
        {},
        subCommands(
          strictReader("list ls", "lists", {
            flags: "-a --all",
            values: GH_LIST.values.replace(" -a --assignee", ""),
            harmful: NO_BROWSER,
          }),
          strictReader("view", "shows", {
            flags: "--log --log-failed --exit-status -v --verbose",
            values: "-R --repo -j --job -a --attempt --json -q --jq -t --template",
            harmful: WEB,
          }),
          strictReader("watch", "waits for a run", {
            flags: "--exit-status --compact",
            values: "-R --repo -i --interval",
          }),
        ),
      ),
      family(
        "release",
        "",
        {},
        subCommands(
          strictReader("list ls", "lists", {
            flags: "--exclude-drafts --exclude-pre-releases",
            values: "-R --repo -L --limit --json -q --jq -t --template -O --order",
          }),
          strictReader("view", "shows", { values: "-R --repo --json -q --jq -t --template", harmful: WEB }),
        ),
      ),
      family(
        "repo",
        "",
        {},
        subCommands(
          strictReader("view", "shows", { values: "-b --branch --json -q --jq -t --template", harmful: WEB }),
          strictReader("list ls", "lists", {
            flags: "--archived --fork --source --no-archived",
            values: "-L --limit -l --language --topic --visibility --json -q --jq -t --template",
          }),
        ),
      ),
      family(
        "workflow label",
        "",
        {},
        subCommands(
          strictReader("view", "shows", {
            flags: "-y --yaml",
            values: "-R --repo -r --ref",
            harmful: WEB,
          }),
          strictReader("list ls", "lists", {
            flags: "-a --all",
            values: "-R --repo -L --limit --json -q --jq -t --template -S --search --sort --order",
            harmful: WEB,
          }),
        ),
      ),
      family(
        "secret variable cache ruleset",
        "",
        {},
        subCommands(
          strictReader("list ls", "lists", {
            flags: "-p --parents",
            values: `-R --repo -e --env -o --org -a --app -u --user --json -q --jq -t --template -L --limit -k --key -r
              --ref -S --sort -O --order`,
            harmful: NO_BROWSER,
          }),
        ),
      ),
      family(
        "gist org",
        "",
        {},
        subCommands(strictReader("list ls", "lists", { flags: "--public --secret", values: "-L --limit --filter" })),
      ),
      family(
        "project",
        "",
        {},
        subCommands(
          strictReader("list ls view field-list item-list", "lists", {
            flags: "--closed",
            values: "--owner --format -q --jq -t --template -L --limit",
            harmful: WEB,
          }),
        ),
      ),
      family("alias extension ext", "", {}, subCommands(strictReader("list ls", "lists", {}))),
      family("config", "", {}, subCommands(strictReader("list ls get", "shows settings", { values: "-h --host" }))),
      strictReader("status", "shows", { values: "-e --exclude -o --org" }),
      family(
        "search",
        "",
        {},
        subCommands(
          strictReader("issues prs repos commits code", "searches", {
            values:
              "-R --repo -L --limit --json -q --jq -t --template --state --label --author --owner --language --sort --order --created --updated --match --filename --extension",
            harmful: WEB,
          }),
        ),
      ),
      family(
        "auth",
        "",
        {},
        subCommands(
          strictReader("status", "tells who is logged in", { flags: "-a --active", values: "-h --hostname" }),
        ),
      ),
      strictReader(
        "api",
        "asks GitHub",
        {
          flags: "--paginate --slurp -i --include --silent --verbose",
          values: "-X --method -q --jq -t --template -H --header -p --preview",
          harmful: {
            "-f": "sends a change",
            "-F": "sends a change",
            "--field": "sends a change",
            "--raw-field": "sends a change",
            "--input": "sends a file",
            "--hostname": "talks to another server",
            "--cache": "writes a cache",
          },
        },
        (read, call, judging) => {
          for (const { name, value, at } of read.options) {
            if (!["-X", "--method"].includes(name) || onlyValue(value)?.toUpperCase() === "GET") continue;
            judging.find(at, "mutating", `${call.name.values[0]} with a method other than GET changes something`);
          }
          for (const { name, value, at } of read.options) {
            const asks = value !== undefined && always(value, (text) => /^accept\s*:[^\r\n]*$/i.test(text));
            if (!["-H", "--header"].includes(name) || asks) continue;
            judging.find(at, "mutating", "a header other than Accept may turn a question into a change");
          }
          const [where] = read.operands;
          const path = where && onlyValue(where);
          if (where !== undefined && (where.values ?? [where.prefix]).some((each) => each.includes("://"))) {
            judging.find(
              where,
              "mutating",
              "gh api would talk to another server",
              "name a path such as repos/owner/name",
            );
          } else if (path !== undefined && /graphql/i.test(path))
            judging.find(where ?? call.name, "mutating", "gh api graphql can change things");
        },
      ),
      writer(
        "codespace cs ssh-key gpg-key browse attestation copilot",
        "changes things on GitHub or here, or runs programs",
      ),
    ),
  ),
);

/** gh asks git which repository it is in. */
function inLookedAt(spec: CommandSpec): CommandSpec {
  return {
    ...spec,
    judge(call: CommandCall, judging: Judging) {
      const unseen = call.args.find((arg) => arg.values === undefined);
      if (unseen !== undefined) judging.find(unseen, "dynamic", UNSEEN, "write it out");
      spec.judge?.(call, judging);
      if (onlyValue(call.args[0]) !== "--version") lookAtRepositories(call, [], judging);
    },
  };
}

const UNSEEN = "gh would send something that cannot be seen before";
