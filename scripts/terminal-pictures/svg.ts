import { type Run, readAnsi } from "./ansi-cells.ts";

const [CELL, LINE, SIZE, MARGIN] = [8.4, 19, 14, 14];
const [INK, PAPER] = ["#d4d4d4", "#18181e"];

/** A screen as a picture that needs no font of its own: every run of text has its place and its width. */
export function screenSvg(captured: string, columns: number, title: string): string {
  const lines = readAnsi(captured.replace(/\s+$/, ""));
  const width = Math.ceil(columns * CELL + 2 * MARGIN);
  const height = Math.ceil(lines.length * LINE + 2 * MARGIN);
  const drawn = lines.flatMap((runs, row) => runs.flatMap((run) => drawRun(run, MARGIN + row * LINE)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${SIZE}" xml:space="preserve">`,
    ...drawn,
    "</g></svg>",
    "",
  ].join("\n");
}

function drawRun({ column, text, ...look }: Run, top: number): string[] {
  const left = round(MARGIN + column * CELL);
  const ink = (look.inverse ? look.background : look.colour) ?? (look.inverse ? PAPER : INK);
  const paper = look.inverse ? (look.colour ?? INK) : look.background;
  const width = round([...text].length * CELL);
  const block = paper
    ? [`<rect x="${left}" y="${round(top)}" width="${width}" height="${LINE}" fill="${paper}"/>`]
    : [];
  const words = text.trimEnd();
  if (words === "") return block;
  const attributes = [
    `x="${left}" y="${round(top + SIZE)}" fill="${ink}" textLength="${round([...words].length * CELL)}" lengthAdjust="spacingAndGlyphs"`,
    ...(look.bold ? ['font-weight="bold"'] : []),
    ...(look.italic ? ['font-style="italic"'] : []),
    ...(look.dim ? ['opacity="0.6"'] : []),
  ];
  return [...block, `<text ${attributes.join(" ")}>${escaped(words)}</text>`];
}

const round = (value: number) => Math.round(value * 10) / 10;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
