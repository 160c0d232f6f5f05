import type { CommandSpec } from "./command.ts";
import { ADMINISTRATION } from "./commands/administration.ts";
import { ARCHIVES } from "./commands/archives.ts";
import { BINARIES } from "./commands/binaries.ts";
import { BUILTINS } from "./commands/builtins.ts";
import { COMPRESSION } from "./commands/compression.ts";
import { CONNECTIONS } from "./commands/connections.ts";
import { DEVELOPMENT } from "./commands/development.ts";
import { FILES } from "./commands/files.ts";
import { FIND } from "./commands/find.ts";
import { FORMATS } from "./commands/formats.ts";
import { GIT } from "./commands/git.ts";
import { MACOS } from "./commands/macos.ts";
import { NETWORK } from "./commands/network.ts";
import { PACKAGES } from "./commands/packages.ts";
import { PROCESSES } from "./commands/processes.ts";
import { PROGRAMS } from "./commands/programs.ts";
import { SEARCH } from "./commands/search.ts";
import { SERVICES } from "./commands/services.ts";
import { SYSTEM } from "./commands/system.ts";
import { TEXT } from "./commands/text.ts";
import { VIEWERS } from "./commands/viewers.ts";
import { WRAPPERS } from "./commands/wrappers.ts";

/** Every command that is known, by name. What is not here is not understood, and not allowed. */
export const REGISTRY: ReadonlyMap<string, CommandSpec> = new Map(
  [
    ADMINISTRATION,
    ARCHIVES,
    BINARIES,
    BUILTINS,
    COMPRESSION,
    CONNECTIONS,
    DEVELOPMENT,
    FILES,
    FIND,
    FORMATS,
    GIT,
    MACOS,
    NETWORK,
    PACKAGES,
    PROCESSES,
    PROGRAMS,
    SEARCH,
    SERVICES,
    SYSTEM,
    TEXT,
    VIEWERS,
    WRAPPERS,
  ]
    .flat()
    .flatMap((spec) => spec.names.map((name) => [name, spec] as const)),
);
