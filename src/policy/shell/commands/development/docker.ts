import { type Argument, onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { reader, writer } from "../../reader.ts";
import { strictReader } from "../checks.ts";
import { obeying } from "../project-files.ts";
import { family, subCommands } from "../sub-commands.ts";
import { COMPOSE_FILES, FETCHES } from "./obeyed-files.ts";

const FORMAT = { values: "-f --format" } as const;

const PS = strictReader("ps ls list", "lists containers", {
  flags: "-a --all -q --quiet --no-trunc -s --size -l --latest",
  values: "-n --last -f --filter --format",
});
const IMAGES = (names: string) =>
  strictReader(names, "lists images", {
    flags: "-a --all -q --quiet --digests --no-trunc --tree",
    values: "-f --filter --format",
  });
const INSPECT = strictReader("inspect", "shows what is known", {
  flags: "-s --size -v --verbose",
  values: "-f --format --type",
});
const LOGS = strictReader("logs", "shows logs", {
  flags: "--details -f --follow -t --timestamps",
  values: "--since --tail -n --until",
});
const STATS = strictReader("stats", "shows what is used", {
  flags: "--no-stream -a --all --no-trunc",
  values: "--format",
});
const TOP = strictReader("top", "lists processes", { stopAtOperand: true });
const PORT = strictReader("port diff", "shows a container", {});
const HISTORY = strictReader("history", "shows layers", {
  flags: "-H --human --no-trunc -q --quiet",
  values: "--format",
});
const NAMED = strictReader("ls list", "lists", { flags: "-q --quiet --no-trunc", values: "-f --filter --format" });

const COMPOSE_HERE = family(
  "compose",
  "tells about a project",
  { values: "-f --file -p --project-name --profile --project-directory" },
  subCommands(
    strictReader("ps", "lists containers", {
      flags: "-a --all -q --quiet --services --no-trunc --orphans",
      values: "--filter --format --status",
    }),
    strictReader("ls images top version port volumes", "lists", {
      flags: "-a --all -q --quiet --short",
      values: "--filter --format -f",
    }),
    strictReader("logs", "shows logs", {
      flags: "-f --follow -t --timestamps --no-color --no-log-prefix",
      values: "-n --tail --since --until",
    }),
    strictReader("config convert", "shows the settings", {
      flags:
        "-q --quiet --services --volumes --images --profiles --environment --no-interpolate --no-normalize " +
        "--no-path-resolution --no-consistency --networks --variables",
      values: "--format --hash",
      harmful: { "-o": "writes to a file", "--output": "writes to a file" },
    }),
    writer(
      "up down start stop restart build pull push run exec rm create kill pause unpause watch cp attach",
      "changes containers",
    ),
  ),
);

const COMPOSE: CommandSpec = obeying(
  {
    ...COMPOSE_HERE,
    judge(call, judging) {
      const far = call.args.find((arg) =>
        (arg.values ?? [arg.prefix]).some((value) => /:\/\/|git@|\.git\b/.test(value)),
      );
      if (far !== undefined) judging.find(far, "mutating", `docker compose fetches ${far.text}`, "name a file");
      const { facts, directories } = judging;
      // In the sandbox there is no network.
      const files = facts.sandboxed ? [] : call.args.filter((_, at) => isFileOption(call.args[at - 1]));
      for (const file of files) {
        const name = onlyValue(file) ?? "";
        const texts = directories.map((place) => facts.world.read(facts.world.resolve(name, place)));
        if (name !== "" && texts.every((text) => text === undefined || !FETCHES.test(text))) continue;
        judging.find(file, "code", `docker compose may fetch what ${file.text} includes`, "read the file instead");
      }
      COMPOSE_HERE.judge?.(call, judging);
    },
  },
  ...COMPOSE_FILES,
);

function isFileOption(argument: Argument | undefined): boolean {
  return /^(?:-f|--file)$/.test(onlyValue(argument) ?? "");
}

/** docker, as far as it asks the daemon. */
export const DOCKER: CommandSpec = family(
  "docker",
  "tells about containers",
  { flags: "-v --version" },
  subCommands(
    PS,
    IMAGES("images"),
    INSPECT,
    LOGS,
    STATS,
    TOP,
    PORT,
    HISTORY,
    COMPOSE,
    strictReader("version info", "tells versions", FORMAT),
    family("image", "", {}, subCommands(IMAGES("ls list"), INSPECT, HISTORY)),
    family("container", "", {}, subCommands(PS, INSPECT, LOGS, STATS, TOP, PORT)),
    family("network volume context", "", {}, subCommands(NAMED, INSPECT, reader("show"))),
    family(
      "system",
      "",
      {},
      subCommands(strictReader("df info", "", { flags: "-v --verbose", values: "-f --format" })),
    ),
    family("buildx", "", {}, subCommands(strictReader("ls version", "lists builders", {}))),
    writer(
      "run exec start restart create attach commit build",
      "runs a container, or changes one",
      "docker ps, docker inspect and docker logs only read",
    ),
    writer(
      "rm rmi kill stop pause unpause rename update wait tag import load save export cp pull push login logout search builder plugin secret service stack swarm node manifest trust",
      "changes containers or images, or writes files",
    ),
  ),
);
