import type { ProjectFile } from "../project-files.ts";

const SHIM = "may be a shim, which runs what a file of the project names";

/** Under asdf `nodejs path:./x` is a program in the project, and so it is under mise, which has a language besides. */
const NAMES_PROGRAMS: ProjectFile = {
  names: `.tool-versions mise.toml .mise.toml mise.local.toml .mise.local.toml .rtx.toml mise/config.toml
    .mise/config.toml .config/mise.toml .config/mise`.split(/\s+/),
  harm: SHIM,
};

/**
 * pyenv, rbenv, nodenv, goenv, jenv and their like run the program in the directory of that name below their own. Some of
 * their versions follow `../../project/bin` as well.
 */
const NAMES_VERSION: ProjectFile = {
  names: `.python-version .ruby-version .node-version .nvmrc .go-version .java-version .perl-version .php-version
    .lua-version .swift-version .crystal-version .exenv-version .terraform-version .opentofu-version .helm-version
    .deno-version .bun-version`.split(/\s+/),
  harm: SHIM,
  because: (text) => (text.split(/\s*(?:#.*)?(?:[\r\n]+|$)/).every(isPlain) ? undefined : "names more than a version"),
};

function isPlain(line: string): boolean {
  return line
    .split(/\s+/)
    .every((word) => /^(?:[\w<>=~^!][\w.+@*<>=~^!,/-]*)?$/.test(word) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(word));
}

/** jenv hands these to every program of Java: an agent is code. Volta asks these programs where to get node from. */
const NAMES_OPTIONS: ProjectFile = { names: [".java-options", ".volta/hooks.json"], harm: SHIM };

/** What a version manager finds in a project, whichever program it stands in for. */
export const VERSION_FILES: readonly ProjectFile[] = [NAMES_PROGRAMS, NAMES_VERSION, NAMES_OPTIONS];
