import type { SealOfPlan } from "../lifecycle/seal-of-plan.ts";
import { STEP_LOOKS } from "../lifecycle/step-look.ts";
import { shortDigest } from "../plan/digest-text.ts";
import { RISK_LOOKS, type RiskLook } from "../plan/risk-look.ts";
import type { Tone } from "../plan/tone.ts";
import type { GraphStep, GraphSubject } from "./graph-subject.ts";
import { type Dagre, layOutByDagre } from "./lay-out-by-dagre.ts";
import { layOutByWaves } from "./lay-out-by-waves.ts";
import type { Box, Layout, PlacedEdge } from "./layout.ts";
import { sealOf } from "./seal.ts";
import { sealParts } from "./seal-svg.ts";
import { drawable, linesIn, shortened, svgText, widthOf } from "./svg-text.ts";

/**
 * The graph of a plan: a box for each step with its number, title, risk and status, each by a mark and not by colour
 * alone. Its background is dark, so that it looks the same in a light Discord.
 */
export function graphSvg({ steps, seal }: GraphSubject, dagre?: Dagre): string {
  const byDagre = dagre && steps.length > 0 ? layOutByDagre(dagre, steps) : undefined;
  const layout = steps.length === 0 ? NO_STEPS : (byDagre ?? layOutByWaves(steps));
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  const boxes = steps.map((step, index) => {
    const waits = byDagre ? [] : (step.depends_on ?? []).flatMap((id) => places.get(id) ?? []);
    return boxOf(layout.nodes[index], step, index, waits);
  });
  return page(layout, [...layout.frames.map(frameOf), ...layout.edges.map(arrowOf), ...boxes], seal);
}

const COLOURS = {
  ground: "#1e1f22",
  box: "#2b2d31",
  frame: "#313338",
  line: "#80848e",
  text: "#f2f3f5",
  dim: "#b5bac1",
};

/** The border and the background of a box. */
const TONES: Record<Tone, { colour: string; fill: string }> = {
  quiet: { colour: COLOURS.line, fill: "#232428" },
  active: { colour: "#7983f5", fill: "#2c3266" },
  good: { colour: "#23a55a", fill: "#1f3a2b" },
  attention: { colour: "#f0b232", fill: "#3d3622" },
  bad: { colour: "#f23f43", fill: "#4a2629" },
};

const NO_STEPS: Layout = { width: 560, height: 24, nodes: [], edges: [], frames: [] };
/** Below the graph: the seal, and beside it how it stands, with the digest. */
const FOOT = { height: 80, seal: 72, least: 400 };
const SEAL_COLOURS = { pencil: "#8b909b", ink: "#a5b4ff", void: "#ff8f85" };

function page({ width, height }: Layout, parts: readonly string[], seal?: SealOfPlan): string {
  const w = Math.ceil(seal ? Math.max(width, FOOT.least) : width);
  const h = Math.ceil(height) + (seal ? FOOT.height : 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="DejaVu Sans">`,
    `<rect width="${w}" height="${h}" rx="12" fill="${COLOURS.ground}"/>`,
    ...parts,
    ...(seal ? [footOf(seal, Math.ceil(height))] : []),
    "</svg>",
  ].join("\n");
}

function footOf(seal: SealOfPlan, top: number): string {
  const scale = FOOT.seal / sealOf(seal.digest).size;
  const y = top - 8;
  return [
    `<g transform="translate(16 ${y}) scale(${scale})">${sealParts(seal, SEAL_COLOURS, "seal")}</g>`,
    words(102, y + 32, 14, seal.words, { weight: "bold" }),
    words(102, y + 53, 13, shortDigest(seal.digest), { colour: COLOURS.dim }),
  ].join("");
}

function frameOf({ x, y, width, height }: Box): string {
  return `<rect ${at(x, y, width, height)} rx="14" fill="${COLOURS.frame}"/>`;
}

/** A line with a drawn head: renderers draw markers differently. */
function arrowOf({ points }: PlacedEdge): string {
  const end = points.at(-1);
  const before = points.at(-2);
  if (end === undefined || before === undefined) return "";
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const side = (turn: number) =>
    `${round(end.x - 10 * Math.cos(angle + turn))} ${round(end.y - 10 * Math.sin(angle + turn))}`;
  const line = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join(" ");
  const head = `M${round(end.x)} ${round(end.y)} L${side(0.45)} L${side(-0.45)} Z`;
  const stroke = `fill="none" stroke="${COLOURS.line}" stroke-width="2" stroke-linejoin="round"`;
  return `<path d="${line}" ${stroke}/><path d="${head}" fill="${COLOURS.line}"/>`;
}

function boxOf(box: Box | undefined, step: GraphStep, index: number, waits: readonly number[]): string {
  if (box === undefined) return "";
  const { status } = step;
  const { x, y, width, height } = box;
  const risk = step.risk && RISK_LOOKS[step.risk];
  const isSet = status !== undefined && status !== "pending";
  const { colour, fill } = TONES[STEP_LOOKS[status ?? "pending"].tone];
  const border = isSet ? colour : risk ? TONES[risk.tone].colour : COLOURS.line;
  const dash = status === "blocked" || status === "skipped" || status === "left_out" ? ' stroke-dasharray="5 4"' : "";
  const title = drawable(step.title) ?? step.id;
  const lines = linesIn(title, width - 62, 13, 2);
  const room = width - 62 - (risk ? 58 : 0);
  return [
    `<rect ${at(x, y, width, height)} rx="9" fill="${isSet ? fill : COLOURS.box}" stroke="${border}" stroke-width="${isSet ? 3 : 2}"${dash}/>`,
    `<circle cx="${round(x + 27)}" cy="${round(y + 24)}" r="15" fill="${COLOURS.ground}" stroke="${border}" stroke-width="1.5"/>`,
    words(x + 27, y + 28.5, 12, String(index + 1), { weight: "bold", anchor: "middle" }),
    ...lines.map((line, row) => words(x + 50, y + (lines.length === 1 ? 28 : 21) + row * 16, 13, line)),
    words(x + 50, y + height - 11, SMALL, smallWords(step, waits, room), { colour: COLOURS.dim }),
    ...(risk ? [riskOf(x + width - 8, y + height - 8, risk)] : []),
  ].join("");
}

/** Status, mode and dependencies; without room for all, the mode is left out. */
function smallWords({ status = "pending", mode }: GraphStep, waits: readonly number[], room: number): string {
  const { mark, word } = STEP_LOOKS[status];
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" · ");
  const stands = status === "pending" ? "" : `${mark} ${word}`;
  const all = joined(stands, mode, after(waits));
  return widthOf(all, SMALL) <= room ? all : shortened(joined(stands, after(waits)), room, SMALL);
}

const SMALL = 10.5;

function after(waits: readonly number[]): string {
  if (waits.length === 0) return "";
  const shown = waits.slice(0, 4).map((place) => place + 1);
  return `after ${shown.join(", ")}${waits.length > shown.length ? ", …" : ""}`;
}

function riskOf(right: number, bottom: number, { word: plain, tone }: RiskLook): string {
  const word = tone === "bad" ? plain.toUpperCase() : plain;
  const width = word.length * 7 + 12;
  return [
    `<rect ${at(right - width, bottom - 17, width, 17)} rx="8" fill="${TONES[tone].colour}"/>`,
    words(right - width / 2, bottom - 4.5, 10.5, word, { weight: "bold", anchor: "middle", colour: "#111214" }),
  ].join("");
}

function words(
  x: number,
  y: number,
  size: number,
  text: string,
  { weight, anchor, colour = COLOURS.text }: { weight?: "bold"; anchor?: "middle"; colour?: string } = {},
): string {
  if (text === "") return "";
  const style = `${weight ? ` font-weight="${weight}"` : ""}${anchor ? ` text-anchor="${anchor}"` : ""}`;
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${colour}"${style}>${svgText(text)}</text>`;
}

function at(x: number, y: number, width: number, height: number): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
