import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

export type Face = "regular" | "bold" | "mono";

const FILES: Record<Face, string> = {
  regular: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  mono: "DejaVuSansMono.ttf",
};

export const fontBytes = (): Uint8Array[] => Object.values(FILES).map((name) => read(name));

const widths = new Map<Face, (codePoint: number) => number>();

/** How many pixels a text takes, from the font's own tables. */
export function measure(text: string, face: Face, size: number): number {
  const widthOf = widths.get(face) ?? widthsIn(read(FILES[face]));
  widths.set(face, widthOf);
  return [...text].reduce((sum, character) => sum + widthOf(character.codePointAt(0) ?? 0), 0) * size;
}

function read(name: string): Buffer {
  return readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}`));
}

/** The advance of a character, as a share of the size. */
function widthsIn(font: Buffer): (codePoint: number) => number {
  const tables = new Map<string, number>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const at = 12 + index * 16;
    tables.set(font.toString("latin1", at, at + 4), font.readUInt32BE(at + 8));
  }
  const table = (name: string) => tables.get(name) ?? 0;
  const unit = font.readUInt16BE(table("head") + 18);
  const count = font.readUInt16BE(table("hhea") + 34);
  const glyphOf = glyphsIn(font, table("cmap"));
  return (codePoint) => {
    const glyph = Math.min(glyphOf(codePoint), count - 1);
    return font.readUInt16BE(table("hmtx") + glyph * 4) / unit;
  };
}

/** Segments of format 4: all that is not beyond the first 65,536 characters. */
function glyphsIn(font: Buffer, cmap: number): (codePoint: number) => number {
  const count = font.readUInt16BE(cmap + 2);
  const offsets = Array.from({ length: count }, (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8));
  const at = offsets.find((offset) => font.readUInt16BE(offset) === 4);
  if (at === undefined) throw new Error("The font has no table that can be read here.");
  const twice = font.readUInt16BE(at + 6);
  return (codePoint) => {
    for (let segment = 0; segment < twice; segment += 2) {
      if (codePoint > font.readUInt16BE(at + 14 + segment)) continue;
      const start = font.readUInt16BE(at + 16 + twice + segment);
      if (codePoint < start) return 0;
      const delta = font.readUInt16BE(at + 16 + 2 * twice + segment);
      const place = at + 16 + 3 * twice + segment;
      const range = font.readUInt16BE(place);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = font.readUInt16BE(place + range + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
