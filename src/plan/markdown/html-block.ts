/** The end of an HTML block: a line that matches, or the next blank line. */
export type HtmlEnd = RegExp | "blank line";

/**
 * How the HTML block that a line starts will end; `undefined` if it starts none. An ordinary tag starts one only if
 * it is alone on its line and does not interrupt a paragraph.
 * @param line from its `<` on
 */
export function htmlEnd(line: string, interrupting: boolean): HtmlEnd | undefined {
  const [, slash, name, after] = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)([ \t/>]|$)/.exec(line) ?? [];
  if (name === undefined) return OTHERS.find(({ start }) => start.test(line))?.end;
  if (after !== "/" && slash === "" && RAW.has(name.toLowerCase())) return RAW_END;
  if (BLOCKS.has(name.toLowerCase())) {
    return after !== "/" || line[1 + (slash?.length ?? 0) + name.length + 1] === ">" ? "blank line" : undefined;
  }
  return !interrupting && (slash === "" ? OPENING : CLOSING).test(line) ? "blank line" : undefined;
}

const RAW = new Set(["pre", "script", "style", "textarea"]);
const RAW_END = /<\/(?:pre|script|style|textarea)>/i;

const OTHERS: readonly { start: RegExp; end: RegExp }[] = [
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![A-Za-z]/, end: />/ },
  { start: /^<!\[CDATA\[/, end: /(?<!\])(?:\]\])+>/ },
];

const CLOSING = /^<\/[A-Za-z][A-Za-z0-9-]*[ \t]*>[ \t]*$/;
const OPENING = openingTag();

function openingTag(): RegExp {
  const equals = "[ \\t]*=[ \\t]*";
  const value = `(?:[^"'/<=>\` \\t]+|"[^"]*"(?=[ \\t/>])|'[^']*'(?=[ \\t/>]))`;
  const attribute = `[A-Za-z_:][A-Za-z0-9_.:-]*(?:${equals}${value})*`;
  return new RegExp(`^<[A-Za-z][A-Za-z0-9-]*(?:[ \\t]+${attribute})*[ \\t]*/?>[ \\t]*$`);
}

const BLOCKS = new Set(
  (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link " +
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead " +
    "title tr track ul"
  ).split(" "),
);
