import type { CommandSpec } from "../command.ts";
import { writer } from "../reader.ts";
import { ANALYSERS } from "./development/analysers.ts";
import { AWS, TERRAFORM } from "./development/cloud.ts";
import { DOCKER } from "./development/docker.ts";
import { GH } from "./development/github.ts";
import { JAVA } from "./development/java.ts";
import { HELM, KUBECTL } from "./development/kubernetes.ts";
import { PACKAGES } from "./development/packages.ts";
import { VERSION_FILES } from "./development/version-files.ts";
import { VERSIONS } from "./development/versions.ts";
import { obeying } from "./project-files.ts";

/** What developers have beside git: languages, package managers, build tools, services. */
export const DEVELOPMENT: readonly CommandSpec[] = [
  ...VERSIONS,
  ...PACKAGES,
  ...ANALYSERS,
  ...JAVA,
  DOCKER,
  KUBECTL,
  HELM,
  TERRAFORM,
  GH,
  AWS,
  writer("podman-compose", "changes containers", "docker compose ps, logs and config only read"),
].map(withoutShim);

/** A version manager may stand in for each of these, and runs what files of the project say. */
function withoutShim(spec: CommandSpec): CommandSpec {
  return spec.level === "WRITE" ? spec : obeying(spec, ...VERSION_FILES);
}
