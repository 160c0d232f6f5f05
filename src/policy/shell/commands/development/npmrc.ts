/**
 * The settings of a project's `.npmrc` that change nothing but what npm prints, or matter only for commands that are
 * refused. Every other one may name a program (`node-options`, `script-shell`, `onload-script`) or a place to write to
 * (`cache`, `logs-dir`, `prefix`), or decide what the weekly question for a newer npm carries out (`proxy`, `user-agent`).
 */
const HARMLESS = new Set(
  `access all also always-auth audit audit-level auto-install-peers bin-links build-from-source catalog-mode
  child-concurrency color commit-hooks cpu dedupe-direct-deps dedupe-peer-dependents depth dev disallow-workspace-cycles
  disturl electron-mirror electron_mirror email enable-pre-post-scripts engine-strict extend-node-path fetch-retries
  fetch-retry-factor fetch-retry-maxtimeout fetch-retry-mintimeout fetch-timeout force foreground-scripts
  format-package-lock frozen-lockfile fund git-checks git-tag-version global-style heading hoist hoist-pattern
  hoist-workspace-packages ignore-dep-scripts ignore-scripts ignore-workspace-cycles ignore-workspace-root-check
  include include-staged include-workspace-root init-author-email init-author-name init-author-url init-license
  init-version inject-workspace-packages install-links install-strategy json legacy-bundling legacy-peer-deps libc link
  link-workspace-packages lockfile lockfile-include-tarball-url lockfile-version loglevel long maxsockets
  merge-git-branch-lockfiles-branch-pattern message min-release-age minimum-release-age modules-cache-max-age
  network-concurrency node-linker node-version noproxy offline omit omit-lockfile-registry-resolved only optional os
  package-import-method package-lock parseable peers-suffix-max-length prefer-dedupe prefer-frozen-lockfile
  prefer-offline prefer-online prefer-symlinked-executables prefer-workspace-packages preid production progress
  provenance public-hoist-pattern publish-branch read-only rebuild-bundle recursive-install replace-registry-host
  resolution-mode resolve-peers-from-workspace-root runtime sass-binary-site sass_binary_site save save-bundle save-dev
  save-exact save-optional save-peer save-prefix save-prod save-workspace-protocol scope searchexclude searchlimit
  searchopts searchstaleness shamefully-hoist shared-workspace-lockfile shrinkwrap side-effects-cache sign-git-commit
  sign-git-tag stream strict-dep-builds strict-peer-dependencies strict-peer-deps symlink tag tag-version-prefix target
  target_arch umask unicode unsafe-perm update-notifier use-beta-cli verify-store-integrity workspace
  workspace-concurrency workspaces workspaces-update yes`.split(/\s+/),
);

/** `@acme:registry`, `//npm.acme.dev/:_authToken`. */
const OF_REGISTRY = /^@[\w.-]+:registry$|^\/\/[\w.:/-]+:(?:_authToken|_auth|username|_password|email|always-auth)$/;

/** What a project's `.npmrc` says that is not known to be harmless. */
export function harmInNpmrc(text: string): string | undefined {
  let registry = "";
  for (const line of text.split(/[\r\n]+/)) {
    if (/^\s*(?:[;#].*)?$|^\[[\w.-]+\]\s*$/.test(line)) continue;
    const [, key = "", value = ""] = /^\s*([^\s="';\\$]+?)(?:\[\])?\s*(?:=\s*(.*?)\s*)?$/.exec(line) ?? [];
    if (key === "registry") registry = value;
    else if (!HARMLESS.has(key) && !OF_REGISTRY.test(key)) return key === "" ? "is not understood" : `sets ${key}`;
  }
  // npm asks the registry for a newer npm now and then, and sends what the file takes from the environment along.
  if (text.includes("${") && !/^(?:https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\/?)?$/.test(registry)) {
    return "sets a registry of its own, which gets values of the environment";
  }
  return undefined;
}
