/** What a tool does to the world, in one word. */
export type Category = "read" | "search" | "write" | "execute" | "other";

export type Risk = "low" | "medium" | "high";

/** What is known of a tool before it is called. */
export interface Tool {
  /** A name that ends in `*` stands for every tool whose name begins so. */
  name: string;
  /** Who provides it (`pi`, `claude-code`, `codex`, `chorus`, `tunacode`, or what a host calls its extension). */
  source: string;
  category: Category;
  risk: Risk;
  description: string;
  examples?: readonly string[];
  /** The fields of its input that hold paths of files it reads or writes. */
  paths?: readonly string[];
  /** The fields that hold globs: what stands before the first wildcard is a path it looks below. */
  globs?: readonly string[];
  /** The fields that hold a patch with paths in its text. */
  patches?: readonly string[];
  /** The field of its input that holds a shell command: a line, or a list of arguments. */
  command?: string;
  /** The field that says in which directory the command runs. */
  directory?: string;
  /** The only fields that are understood; while planning, a call with anything in another one is not. */
  fields?: readonly string[];
  /** It looks into the directories below its paths, too. */
  recursive?: true;
}

/** One call a model wants to make. */
export interface ToolCall {
  tool: string;
  /** Who provides the tool in this host; without it, the host did not say. */
  source?: string;
  input: Readonly<Record<string, unknown>>;
  /** What the tool says of itself (MCP's annotation). It is a claim. */
  readOnlyHint?: boolean;
}
