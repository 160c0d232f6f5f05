import type { APIMessageComponent } from "discord.js";
import { svgText } from "../../src/picture/svg-text.ts";
import type { CardMessage, Row } from "../../src/surfaces/discord/cards/card-message.ts";
import { drawEmoji } from "./emoji.ts";
import { type Face, measure } from "./font.ts";
import { type Known, type Line, PADDING, type Run, richLines, SIZES, widthOf } from "./rich-text.ts";

export interface MessageLook {
  /** Who sent it. */
  name: string;
  /** When somebody looks at it, and who is who. */
  known: Known;
  /** The picture that goes with it, as SVG. */
  graph: string;
  /** How long the text is that is attached. */
  bytes: number;
  width: number;
}

/** A message as Discord shows it in its dark look, from the very payload that is sent. */
export function drawMessage({ components }: CardMessage, look: MessageLook): string {
  const page = new Page(look);
  page.sender();
  for (const component of components) page.block(component);
  return page.svg();
}

const COLOURS = {
  ground: "#313338",
  card: "#2b2d31",
  edge: "#3f4147",
  text: "#dbdee1",
  bright: "#f2f3f5",
  dim: "#949ba4",
  code: "#1e1f22",
  link: "#00a8fc",
};
const BUTTONS: Record<number, string> = { 1: "#5865f2", 2: "#4e5058", 3: "#248046", 4: "#da373c" };
const GROUNDS: Partial<Record<Run["look"], string>> = { code: COLOURS.code, time: "#3b3d44", mention: "#3c4270" };
const LEFT = 60;
const RIGHT = 12;
const INSET = 14;

class Page {
  readonly #look: MessageLook;
  readonly #parts: string[] = [];
  #y = 14;
  #left = LEFT;
  #width: number;

  constructor(look: MessageLook) {
    this.#look = look;
    this.#width = look.width - LEFT - RIGHT;
  }

  sender(): void {
    const { name } = this.#look;
    const end = LEFT + measure(name, "bold", 15) + 6;
    this.#parts.push(
      '<circle cx="30" cy="34" r="20" fill="#5865f2"/>',
      '<path d="M21 35l6 6 12-14" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
    );
    this.#say(name, LEFT, 28, { face: "bold", size: 15, colour: COLOURS.bright });
    this.#box(end, 16, 30, 15, { fill: "#5865f2", radius: 4 });
    this.#say("APP", end + 4.5, 27.5, { face: "bold", size: 9.5, colour: "#fff" });
    this.#y = 38;
  }

  block(component: APIMessageComponent): void {
    if (component.type === 17) this.#container(component.components, component.accent_color ?? 0x4e5058);
    else if (component.type === 1) this.#row(component.components);
    else if (component.type === 10) this.#text(component.content);
    else if (component.type === 12) this.#picture();
    else if (component.type === 13) this.#file(component.file.url.replace("attachment://", ""));
    else if (component.type === 14) this.#separator();
    else throw new Error(`A component of type ${component.type} is not drawn yet.`);
  }

  svg(): string {
    const { width } = this.#look;
    const height = Math.ceil(this.#y + 6);
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans">`;
    return [
      head,
      `<rect width="${width}" height="${height}" fill="${COLOURS.ground}"/>`,
      ...this.#parts,
      "</svg>",
    ].join("\n");
  }

  #separator(): void {
    this.#y += 5;
    this.#box(this.#left, this.#y, this.#width, 1, { fill: COLOURS.edge });
    this.#y += 10;
  }

  #container(parts: readonly APIMessageComponent[], colour: number): void {
    const place = this.#parts.length;
    const top = this.#y;
    this.#left += INSET + 4;
    this.#width -= 2 * INSET + 4;
    this.#y += 10;
    for (const part of parts) this.block(part);
    this.#left -= INSET + 4;
    this.#width += 2 * INSET + 4;
    this.#y += 8;
    const [x, width, height] = [this.#left, this.#width, this.#y - top];
    const clip = `<clipPath id="card${place}"><rect x="${x}" y="${top}" width="${width}" height="${height}" rx="8"/></clipPath>`;
    const bar = `<rect x="${x}" y="${top}" width="4" height="${height}" fill="#${colour.toString(16).padStart(6, "0")}" clip-path="url(#card${place})"/>`;
    const frame = box(x, top, width, height, { fill: COLOURS.card, stroke: COLOURS.edge, radius: 8 });
    this.#parts.splice(place, 0, clip, frame, bar);
    this.#y += 8;
  }

  #text(markdown: string): void {
    const lines = richLines(markdown, this.#width, this.#look.known);
    for (const [index, line] of lines.entries()) this.#line(line, lines[index - 1]?.kind, lines[index + 1]?.kind);
    this.#y += 3;
  }

  #line({ kind, runs }: Line, before: Line["kind"] | undefined, after: Line["kind"] | undefined): void {
    const size = SIZES[kind];
    const height = size * 1.42;
    if (kind === "block") {
      if (before !== "block") this.#y += 5;
      const top = before === "block" ? 0 : 6;
      const bottom = after === "block" ? 0 : 6;
      this.#box(this.#left, this.#y, this.#width, height + top + bottom, {
        fill: COLOURS.code,
        radius: top && bottom ? 4 : 0,
      });
      this.#runs(runs, this.#left + 9, this.#y + top + size * 1.08, size, COLOURS.text);
      this.#y += height + top + bottom + (after === "block" ? 0 : 5);
      return;
    }
    if (kind === "quote") this.#box(this.#left, this.#y, 4, height + 0.5, { fill: "#4e5058" });
    const colour = kind === "small" ? COLOURS.dim : kind === "heading" ? COLOURS.bright : COLOURS.text;
    this.#runs(runs, this.#left + (kind === "quote" ? 14 : 0), this.#y + size * 1.1, size, colour);
    this.#y += height;
  }

  #runs(runs: readonly Run[], start: number, base: number, size: number, colour: string): void {
    let x = start;
    for (const run of runs) {
      const width = widthOf(run, size);
      if (run.look === "emoji") {
        this.#parts.push(drawEmoji(run.text, x + size * 0.05, base - size * 0.98, size * 1.18));
      } else {
        const behind = GROUNDS[run.look];
        if (behind) this.#box(x, base - size * 0.95, width, size * 1.26, { fill: behind, radius: 3 });
        const from = behind ? x + PADDING : x;
        const own = run.look === "code" ? size * 0.9 : size;
        const bright = run.face === "bold" ? COLOURS.bright : colour;
        this.#say(run.text, from, base, {
          face: run.face,
          size: own,
          colour: run.look === "code" ? COLOURS.text : bright,
        });
      }
      x += width;
    }
  }

  #picture(): void {
    const [, width = "1", height = "1"] = /width="(\d+)" height="(\d+)"/.exec(this.#look.graph) ?? [];
    const tall = Math.min((this.#width * Number(height)) / Number(width), 350);
    const wide = (tall * Number(width)) / Number(height);
    const place = `x="${this.#left}" y="${this.#y + 4}" width="${wide.toFixed(1)}" height="${tall.toFixed(1)}"`;
    this.#parts.push(this.#look.graph.replace(/width="\d+" height="\d+"/, place));
    this.#y += tall + 10;
  }

  #file(name: string): void {
    this.#y += 5;
    this.#box(this.#left, this.#y, this.#width, 50, { fill: COLOURS.ground, stroke: COLOURS.edge, radius: 8 });
    this.#parts.push(
      `<path d="M${this.#left + 14} ${this.#y + 10}h13l8 8v22h-21z" fill="#d3d6fd"/>`,
      `<path d="M${this.#left + 27} ${this.#y + 10}l8 8h-8z" fill="#5865f2"/>`,
    );
    this.#say(name, this.#left + 48, this.#y + 22, { face: "regular", size: 14.5, colour: COLOURS.link });
    const size = this.#look.bytes < 1024 ? `${this.#look.bytes} bytes` : `${(this.#look.bytes / 1024).toFixed(2)} KB`;
    this.#say(size, this.#left + 48, this.#y + 39, { face: "regular", size: 11, colour: COLOURS.dim });
    this.#y += 54;
  }

  #row(parts: Row["components"]): void {
    let x = this.#left;
    for (const part of parts) {
      if (part.type !== 2 || !("label" in part)) throw new Error("Only buttons with words are drawn yet.");
      const label = part.label ?? "";
      const width = measure(label, "bold", 12.5) + 24;
      if (x > this.#left && x + width > this.#left + this.#width) {
        x = this.#left;
        this.#y += 38;
      }
      this.#box(x, this.#y, width, 32, { fill: BUTTONS[part.style] ?? "#4e5058", radius: 8 });
      this.#say(label, x + 12, this.#y + 20.5, { face: "bold", size: 12.5, colour: "#fff" });
      x += width + 7;
    }
    this.#y += 40;
  }

  #say(text: string, x: number, y: number, { face, size, colour }: { face: Face; size: number; colour: string }): void {
    const family = face === "mono" ? ' font-family="DejaVu Sans Mono"' : face === "bold" ? ' font-weight="bold"' : "";
    this.#parts.push(
      `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size.toFixed(2)}" fill="${colour}"${family} xml:space="preserve">${svgText(text)}</text>`,
    );
  }

  #box(x: number, y: number, width: number, height: number, style: BoxStyle): void {
    this.#parts.push(box(x, y, width, height, style));
  }
}

interface BoxStyle {
  fill: string;
  stroke?: string;
  radius?: number;
}

function box(x: number, y: number, width: number, height: number, { fill, stroke, radius = 0 }: BoxStyle): string {
  const [left, top, wide, tall] = [x, y, width, height].map((side) => side.toFixed(1));
  const line = stroke === undefined ? "" : ` stroke="${stroke}"`;
  return `<rect x="${left}" y="${top}" width="${wide}" height="${tall}" rx="${radius}" fill="${fill}"${line}/>`;
}
