import { onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import type { OptionTable } from "../../options.ts";
import { writer } from "../../reader.ts";
import { type Check, strictReader } from "../checks.ts";
import { obeying } from "../project-files.ts";
import { family, subCommands } from "../sub-commands.ts";
import { TERRAFORM_FILES } from "./obeyed-files.ts";

/** Most of terraform starts providers, which are programs in the project. */
export const TERRAFORM: CommandSpec = obeying(
  family(
    "terraform tofu",
    "looks at settings",
    { flags: "-version --version -v", singleDash: true },
    subCommands(
      strictReader("version", "tells its version", { flags: "-json", singleDash: true }),
      strictReader(
        "fmt",
        "checks the format",
        // Behind a name it reads no options.
        { flags: "-check -diff -recursive -no-color", singleDash: true, stopAtOperand: true },
        (read, call, judging) => {
          if (read.options.some(({ name }) => name === "-check")) return;
          judging.find(call.name, "mutating", "terraform fmt changes files", "add -check");
        },
      ),
      writer(
        "init plan apply destroy import refresh taint untaint state workspace console get login logout test validate show output providers graph force-unlock",
        "runs providers of the project, or changes the infrastructure",
        "read the .tf files",
      ),
    ),
  ),
  TERRAFORM_FILES,
);

const AWS_OPTIONS: OptionTable = {
  flags: "--no-cli-pager --no-paginate --no-cli-auto-prompt --human-readable --summarize --recursive",
  values: "--region --profile --output --query --max-items --page-size --color",
};

/** The operations of aws that describe and list. */
export const AWS: CommandSpec = {
  names: ["aws"],
  level: "READ",
  reason: "asks Amazon",
  judge(call, judging) {
    const words = call.args.map((arg) => onlyValue(arg) ?? "");
    if (words.length === 1 && words[0] === "--version") return;
    const unseen = call.args.find((arg) => arg.values === undefined);
    if (unseen !== undefined)
      judging.find(unseen, "dynamic", "aws would send something that cannot be seen before", "write it out");
    const [service = "", operation = ""] = words;
    const asks =
      (/^[a-z][a-z0-9-]*$/.test(service) && /^(describe|list)-[a-z0-9-]+$/.test(operation)) ||
      (service === "sts" && operation === "get-caller-identity") ||
      (service === "s3" && operation === "ls") ||
      (service === "configure" && operation === "list");
    if (!asks) {
      const hint = "put the service and a describe-… or list-… operation first";
      judging.find(call.args[0] ?? call.name, "mutating", "this use of aws is not known to only read", hint);
      return;
    }
    const check: Check = (read) => {
      const [extra] = service === "s3" ? read.operands.slice(1) : read.operands;
      if (extra !== undefined) judging.find(extra, "mutating", "aws may write to the file this names");
    };
    strictReader("aws", "", AWS_OPTIONS, check).judge?.({ ...call, args: call.args.slice(2) }, judging);
  },
};
