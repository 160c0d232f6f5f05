import type { ProjectFile } from "../project-files.ts";
import { harmInNpmrc } from "./npmrc.ts";

/** rustup runs the program that this file names, or fetches it first, even for a question for the version. */
export const TOOLCHAIN: ProjectFile = {
  names: ["rust-toolchain", "rust-toolchain.toml"],
  harm: "runs what rust-toolchain says",
};

/** The toolchain line makes go download that version, and run it, whatever it is asked. */
export const GO_FILES: ProjectFile = {
  names: ["go.mod", "go.work"],
  harm: "may fetch and run another version of itself",
};

/** tfenv fetches the version, and runs it. */
export const TERRAFORM_FILES: ProjectFile = {
  names: [".terraform-version", ".opentofu-version"],
  harm: "may fetch and run another version of itself",
};

/** `paths` in it are directories to look for the program in. */
export const GLOBAL_JSON: ProjectFile = {
  names: ["global.json"],
  harm: "runs the program that global.json names",
  because: (text) => (/paths|\\/i.test(text) ? "has paths" : undefined),
};

/** An included file may lie elsewhere, and so may one that it includes. */
export const FETCHES = /\b(?:include|extends)\b|\\[ux]/;

/** docker compose fetches what its files include, and takes from `.env` which files and which daemon it uses. */
export const COMPOSE_FILES: readonly ProjectFile[] = [
  {
    names: ["compose", "compose.override", "docker-compose", "docker-compose.override"].flatMap((name) => [
      `${name}.yaml`,
      `${name}.yml`,
    ]),
    harm: "may fetch files",
    because: (text) => (FETCHES.test(text) ? "includes others" : undefined),
  },
  {
    names: [".env"],
    harm: "may use another daemon",
    because: (text) => (/DOCKER_|COMPOSE_(?!PROJECT_NAME|PROFILES)/.test(text) ? "sets which" : undefined),
  },
];

/** Volta, and corepack if it stands in for npm, fetch the version that package.json names, and run it. */
const PACKAGE_JSON: ProjectFile = {
  names: ["package.json"],
  harm: "may fetch and run another version of itself",
  because(text) {
    const manifest = parsed(text);
    if (manifest === undefined) return "is not understood";
    if (Object.hasOwn(manifest, "volta")) return "names one for volta";
    const { packageManager, devEngines } = manifest;
    const isNamed = /\bnpm@/.test(String(packageManager)) || JSON.stringify(devEngines ?? "").includes('"npm"');
    return isNamed ? "names one for corepack" : undefined;
  },
};

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** What node and the programs that npm installs obey. */
export const NODE_FILES: readonly ProjectFile[] = [
  PACKAGE_JSON,
  { names: [".corepack.env"], harm: "may fetch and run another version of itself" },
];

export const NPM_FILES: readonly ProjectFile[] = [
  ...NODE_FILES,
  { names: [".npmrc"], harm: "runs programs and writes where .npmrc says", because: harmInNpmrc },
];

/** Where volta installed a tool, its name runs the copy that the project depends on. */
export function ownCopy(name: string): ProjectFile {
  return { names: [`node_modules/.bin/${name}`], harm: "may be a shim, which runs the project's own copy" };
}
