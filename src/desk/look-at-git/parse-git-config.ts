/** One line of a git configuration. */
export interface GitSetting {
  /** `section.key`, or `section.*.key` with a subsection; all in lower case. */
  name: string;
  /** As it is written: case matters to git. */
  subsection?: string;
  /** Without a value, git reads it as true. */
  value?: string;
}

/**
 * Reads git's configuration byte by byte, by git's rules. Undefined where git would stop with an error, or for a byte
 * that no configuration needs: unknown content is not guessed.
 */
export function parseGitConfig(bytes: Buffer): GitSetting[] | undefined {
  // One character for each byte, so that no encoding hides one.
  const text = bytes
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .replaceAll("\r\n", "\n");
  if (text.includes("\0")) return undefined;
  const settings: GitSetting[] = [];
  let section = "";
  let at = 0;
  const token = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found;
  };
  for (token(BLANK); at < text.length; token(BLANK)) {
    const header = token(HEADER);
    if (header !== undefined) {
      const [, name = "", subsection] = header;
      section = name.toLowerCase() + (subsection === undefined ? "" : `.${subsection.replace(/\\(.)/gs, "$1")}`);
      continue;
    }
    const key = token(KEY)?.[1];
    if (key === undefined || section === "") return undefined;
    if (token(EQUALS) === undefined) {
      if (token(LINE_END) === undefined) return undefined;
      settings.push(named(section, key));
      continue;
    }
    const written = token(VALUE)?.[0];
    if (written === undefined || token(LINE_END) === undefined) return undefined;
    settings.push({ ...named(section, key), value: readValue(written) });
  }
  return settings;
}

// Comments and white space between settings. Git knows only these four as white space.
const BLANK = /(?:[ \t\r\n]|[#;][^\n]*(?:\n|$))*/y;
const HEADER = /\[([A-Za-z0-9.-]+)(?:[ \t\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*/y;
const EQUALS = /=[ \t\r]*/y;
const LINE_END = /\n|$/y;
// Up to a comment or the end of the line; within quotes a comment character has no meaning. A backslash at the end
// continues the line.
const VALUE = /(?:"(?:[^"\\\n]|\\[\n"\\ntb])*"|[^"\\\n#;]|\\[\n"\\ntb])*(?:[#;][^\n]*)?/y;

function named(section: string, key: string): GitSetting {
  const dot = section.indexOf(".");
  if (dot === -1) return { name: `${section}.${key.toLowerCase()}` };
  return { name: `${section.slice(0, dot)}.*.${key.toLowerCase()}`, subsection: readable(section.slice(dot + 1)) };
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", b: "\b", "\n": "" };

function readValue(written: string): string {
  let value = "";
  // White space counts within quotes, and between words.
  let kept = 0;
  let inQuotes = false;
  for (let at = 0; at < written.length; at += 1) {
    const mark = written.charAt(at);
    if (!inQuotes && (mark === "#" || mark === ";")) break;
    if (mark === '"') inQuotes = !inQuotes;
    else if (mark === "\\") {
      at += 1;
      value += ESCAPES[written.charAt(at)] ?? written.charAt(at);
      kept = value.length;
    } else if (inQuotes || !/[ \t\r]/.test(mark)) {
      value += mark;
      kept = value.length;
    } else if (value !== "") value += mark;
  }
  return readable(value.slice(0, kept));
}

function readable(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
