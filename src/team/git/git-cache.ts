import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { answerOf } from "../../desk/git/answer-of.ts";
import { startGit } from "../../desk/git/launch-git.ts";

export type Hash = string;

export interface GitCacheOptions {
  /** The worker's own directory for it, closed to agents. */
  directory: string;
  /** Where the project is. */
  remote: string;
  env?: NodeJS.ProcessEnv;
}

/** Git may use these to reach a remote; `ext` would run any program. */
const PROTOCOLS = "file:git:http:https:ssh";

/**
 * A worker's bare copy of a project's remote. The worker itself runs git here, outside of every sandbox. The remote is in no
 * file of the copy, so an agent that gets to read it learns no address and no credential.
 */
export class GitCache {
  readonly #options: GitCacheOptions;

  private constructor(options: GitCacheOptions) {
    this.#options = options;
  }

  static async open(options: GitCacheOptions): Promise<GitCache> {
    mkdirSync(options.directory, { recursive: true, mode: 0o700 });
    const cache = new GitCache(options);
    // It does nothing to a repository that is there.
    await cache.#run(["init", "--quiet", "--bare", options.directory]);
    return cache;
  }

  /** What git prints, a character for each byte. Throws `GitFailed`. */
  ask(args: readonly string[], { index, input = "", ...more }: AskOptions = {}): Promise<string> {
    const variables = { ...more.variables, ...(index !== undefined && { GIT_INDEX_FILE: this.indexFile(index) }) };
    return this.#run([`--git-dir=${this.#options.directory}`, ...args], { variables, input });
  }

  /** An index of this name: for commands on trees, which need no working tree. */
  indexFile(name: string): string {
    return join(this.#options.directory, `index-${name}`);
  }

  async has(commit: Hash): Promise<boolean> {
    return this.ask(["cat-file", "-e", `${commit}^{commit}`]).then(
      () => true,
      () => false,
    );
  }

  /** Gets a commit that the remote has, with all before it; without the network if it is here. */
  async fetch(commit: Hash): Promise<void> {
    if (await this.has(commit)) return;
    await this.#toRemote(["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", this.#options.remote, commit]);
  }

  /** The refs of the remote that begin so, with their hashes. */
  async remoteRefs(prefix: string): Promise<Map<string, Hash>> {
    const said = await this.#toRemote(["ls-remote", "--refs", this.#options.remote, `${prefix}*`]);
    const lines = said.split("\n").filter(Boolean);
    return new Map(lines.map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(0, line.indexOf("\t"))]));
  }

  /** Moves refs of the remote, all or none, each only if it still is at `from`; empty: if there is none. Throws `GitFailed`. */
  async push(moves: readonly { ref: string; from: Hash | ""; to: Hash | "" }[]): Promise<void> {
    const leases = moves.map(({ ref, from }) => `--force-with-lease=${ref}:${from}`);
    const refs = moves.map(({ ref, to }) => `${to}:${ref}`);
    await this.#toRemote(["push", "--quiet", "--atomic", "--no-verify", ...leases, this.#options.remote, ...refs]);
  }

  #toRemote(args: readonly string[]): Promise<string> {
    return this.ask(args, { variables: { GIT_ALLOW_PROTOCOL: PROTOCOLS } });
  }

  #run(
    args: readonly string[],
    { variables, input = "" }: { variables?: Record<string, string>; input?: string } = {},
  ): Promise<string> {
    const { directory, env } = this.#options;
    const child = startGit(args, { project: directory, ...(env && { env }), ...(variables && { variables }) });
    return answerOf(child, input);
  }
}

interface AskOptions {
  input?: string;
  variables?: Record<string, string>;
  /** An index of the cache's own. */
  index?: string;
}
