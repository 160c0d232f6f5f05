import { byName } from "./by-name.ts";
import { BUILTINS } from "./commands/builtins.ts";
import { FILES } from "./commands/files.ts";
import { FIND } from "./commands/find.ts";
import { GIT } from "./commands/git.ts";
import { PROGRAMS } from "./commands/programs.ts";
import { SEARCH } from "./commands/search.ts";
import { TEXT } from "./commands/text.ts";
import { WRAPPERS } from "./commands/wrappers.ts";

/** The commands that most lines of agents are made of. */
export const FREQUENT_COMMANDS = byName([BUILTINS, FILES, FIND, GIT, PROGRAMS, SEARCH, TEXT, WRAPPERS]);
