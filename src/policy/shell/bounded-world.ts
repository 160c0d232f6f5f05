import type { GitLook, World } from "../world.ts";

// More than real lines contain. Looking something up takes the system a while, and asking again takes a little, too:
// as often as a line of ten thousand characters can have words.
const MOST_PATHS = 1000;
const MOST_REPOSITORIES = 64;
const MOST_QUESTIONS = 5000;

/** A command line asks for more look-ups than the limit. */
export class TooMuchToLookAt extends Error {}

/** The world during the analysis of one command line: each question is looked up once, and up to a limit. */
export function boundedWorld(world: World): World {
  const paths = new Map<string, Map<string, string>>();
  const repositories = new Map<string, GitLook>();
  const found = new Map<readonly string[], Map<string, readonly string[]>>();
  const texts = new Map<string, string | undefined>();
  let looks = 0;
  let questions = 0;
  return {
    find(directory, names, top) {
      const known = found.get(names) ?? new Map<string, readonly string[]>();
      const files = known.get(directory) ?? world.find(directory, names, top);
      found.set(names, known.set(directory, files));
      return files;
    },
    read(path) {
      const text = texts.has(path) ? texts.get(path) : world.read(path);
      texts.set(path, text);
      return text;
    },
    resolve(path, from) {
      const start = path.startsWith("/") ? "/" : from;
      const known = paths.get(start) ?? new Map<string, string>();
      const before = known.get(path);
      if (++questions > MOST_QUESTIONS) throw new TooMuchToLookAt("it names too many paths to follow them all");
      if (before !== undefined) return before;
      if (++looks > MOST_PATHS) throw new TooMuchToLookAt("it names too many paths to follow them all");
      const reached = world.resolve(path, from);
      paths.set(start, known.set(path, reached));
      return reached;
    },
    git(directory) {
      const before = repositories.get(directory);
      if (before !== undefined) return before;
      if (repositories.size >= MOST_REPOSITORIES) throw new TooMuchToLookAt("it runs git in too many directories");
      const look = world.git(directory);
      repositories.set(directory, look);
      return look;
    },
  };
}
