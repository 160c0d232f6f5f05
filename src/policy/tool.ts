/** The effect of a tool, in one word. */
export type Category = "read" | "search" | "write" | "execute" | "other";

export type Risk = "low" | "medium" | "high";

/** The description of a tool. */
export interface Tool {
  /** A name that ends in `*` stands for every tool whose name begins with the rest. */
  name: string;
  /** Its source (`pi`, `claude-code`, `codex`, `chorus`, `tunacode`, or a host's name for its extension). */
  source: string;
  category: Category;
  risk: Risk;
  description: string;
  examples?: readonly string[];
  /** The fields of its input that hold paths of files it reads or writes. */
  paths?: readonly string[];
  /** The fields that hold globs: the part before the first wildcard is a path that it searches below. */
  globs?: readonly string[];
  /** The fields that hold a patch with paths in its text. */
  patches?: readonly string[];
  /** The field of its input that holds a shell command: a line, or a list of arguments. */
  command?: string;
  /** The field with the directory in which the command runs. */
  directory?: string;
  /** The only fields that are understood; while planning, a call with any other non-empty field is not. */
  fields?: readonly string[];
  /** It also reads the directories below its paths. */
  recursive?: true;
}

/** One call a model wants to make. */
export interface ToolCall {
  tool: string;
  /** The source of the tool in this host; absent if the host does not say. */
  source?: string;
  input: Readonly<Record<string, unknown>>;
  /** The tool's own claim (MCP's annotation). */
  readOnlyHint?: boolean;
}
