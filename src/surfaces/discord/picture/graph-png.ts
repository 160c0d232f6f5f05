import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { GraphSubject } from "../../../picture/graph-subject.ts";
import { graphSvg } from "../../../picture/graph-svg.ts";
import type { Dagre } from "../../../picture/lay-out-by-dagre.ts";

/** A picture, or why there is none. */
export type Drawn = { png: Uint8Array; missing?: never } | { png?: never; missing: string };

/** Draws the graph of a plan, the same for the same subject. It takes up to a second. */
export async function drawGraph(subject: GraphSubject): Promise<Drawn> {
  return graphPng(graphSvg(subject, await loadDagre()));
}

/** Without dagre the steps are laid out in waves. */
async function loadDagre(): Promise<Dagre | undefined> {
  try {
    return await import("@dagrejs/dagre");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return undefined;
  }
}

/** Draws an SVG with the packaged font. Without the optional packages the card has no picture. */
export async function graphPng(svg: string): Promise<Drawn> {
  loading ??= load();
  const parts = await loading;
  if (typeof parts === "string") return { missing: parts };
  const { Resvg, fonts } = parts;
  const size = sizeOf(svg);
  for (const zoom of [2, 1.5, 1, 0.5].filter((factor) => factor * size <= LONGEST)) {
    const drawing = new Resvg(svg, {
      fitTo: { mode: "zoom", value: zoom },
      font: { fontBuffers: fonts, defaultFontFamily: "DejaVu Sans", sansSerifFamily: "DejaVu Sans" },
    });
    const image = drawing.render();
    const png = image.asPng();
    image.free();
    drawing.free();
    if (png.byteLength <= MOST_BYTES) return { png };
  }
  return { missing: "the picture would be too large" };
}

const LONGEST = 4096;
const MOST_BYTES = 4 * 1024 * 1024;

/** The longer side. */
function sizeOf(svg: string): number {
  const [, width = "0", height = "0"] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  return Math.max(Number(width), Number(height));
}

interface Parts {
  Resvg: typeof import("@resvg/resvg-wasm").Resvg;
  fonts: Uint8Array[];
}

/** Loaded once in a process. */
let loading: Promise<Parts | string> | undefined;

async function load(): Promise<Parts | string> {
  const { resolve } = createRequire(import.meta.url);
  try {
    const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
    await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
    const fonts = await Promise.all(FONTS.map((name) => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}`))));
    return { Resvg, fonts };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND" && code !== "ENOENT") throw error;
    return `A part that draws pictures is not installed (${message.split("\n")[0]}): npm install ${PACKAGES}`;
  }
}

const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"];
const PACKAGES = "@resvg/resvg-wasm dejavu-fonts-ttf @dagrejs/dagre";
