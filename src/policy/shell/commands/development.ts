import type { CommandSpec } from "../command.ts";
import { writer } from "../reader.ts";
import { unlessThere } from "./checks.ts";
import { ANALYSERS } from "./development/analysers.ts";
import { AWS, TERRAFORM } from "./development/cloud.ts";
import { DOCKER } from "./development/docker.ts";
import { GH } from "./development/github.ts";
import { HELM, KUBECTL } from "./development/kubernetes.ts";
import { PACKAGES } from "./development/packages.ts";
import { VERSIONS } from "./development/versions.ts";

const NAME_PROGRAMS = [".tool-versions", "mise.toml", ".mise.toml", "mise.local.toml", ".mise.local.toml", ".rtx.toml"];

/** What developers have beside git: languages, package managers, build tools, services. */
export const DEVELOPMENT: readonly CommandSpec[] = [
  ...VERSIONS,
  ...PACKAGES,
  ...ANALYSERS,
  DOCKER,
  KUBECTL,
  HELM,
  TERRAFORM,
  GH,
  AWS,
  writer("docker-compose podman-compose", "changes containers", "docker compose ps, logs and config only read"),
].map(withoutShim);

/**
 * Under asdf and mise each of these may be a shim, which runs what a file of the project names: `nodejs path:./x` is a
 * program in the project.
 */
function withoutShim(spec: CommandSpec): CommandSpec {
  return spec.level === "WRITE" ? spec : unlessThere(spec, NAME_PROGRAMS, "may be a shim");
}
