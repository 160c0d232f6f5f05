import { byName } from "./by-name.ts";
import { ADMINISTRATION } from "./commands/administration.ts";
import { ARCHIVES } from "./commands/archives.ts";
import { BINARIES } from "./commands/binaries.ts";
import { COMPRESSION } from "./commands/compression.ts";
import { CONNECTIONS } from "./commands/connections.ts";
import { DEVELOPMENT } from "./commands/development.ts";
import { FORMATS } from "./commands/formats.ts";
import { MACOS } from "./commands/macos.ts";
import { NETWORK } from "./commands/network.ts";
import { PACKAGES } from "./commands/packages.ts";
import { PROCESSES } from "./commands/processes.ts";
import { SERVICES } from "./commands/services.ts";
import { SYSTEM } from "./commands/system.ts";
import { VIEWERS } from "./commands/viewers.ts";

/** The other commands that are known. The command line loads them only for a line that has one. */
export const OTHER_COMMANDS = byName([
  ADMINISTRATION,
  ARCHIVES,
  BINARIES,
  COMPRESSION,
  CONNECTIONS,
  DEVELOPMENT,
  FORMATS,
  MACOS,
  NETWORK,
  PACKAGES,
  PROCESSES,
  SERVICES,
  SYSTEM,
  VIEWERS,
]);
