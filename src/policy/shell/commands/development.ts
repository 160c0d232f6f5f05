import type { CommandSpec } from "../command.ts";
import { writer } from "../reader.ts";
import { ANALYSERS } from "./development/analysers.ts";
import { AWS, TERRAFORM } from "./development/cloud.ts";
import { DOCKER } from "./development/docker.ts";
import { GH } from "./development/github.ts";
import { HELM, KUBECTL } from "./development/kubernetes.ts";
import { PACKAGES } from "./development/packages.ts";
import { VERSIONS } from "./development/versions.ts";

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
];
