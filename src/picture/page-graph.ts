import { type ShownStatus, STEP_LOOKS } from "../lifecycle/step-look.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { RISK_LOOKS } from "../plan/risk-look.ts";
import { stepHue } from "./colours.ts";
import { drawing, type Html, html } from "./html.ts";
import { layOutInColumns } from "./lay-out-in-columns.ts";
import type { PlacedEdge, PlacedStep } from "./layout.ts";
import { linePath } from "./line-path.ts";
import { riskBars, STEP_MARKS } from "./marks.ts";
import { drawable, linesIn } from "./svg-text.ts";

export interface GraphOfPage {
  steps: readonly Step[];
  /** By step; left out before a run. */
  statuses?: ReadonlyMap<StepId, ShownStatus>;
  /** A line of facts for the foot of a box. */
  facts?: ReadonlyMap<StepId, string>;
}

/** The graph of a plan for a page, without scripts: its colours are the page's. The list of steps says the same in text. */
export function pageGraph({ steps, statuses, facts }: GraphOfPage): Html {
  const box = { width: 132, height: statuses ? 76 : 52 };
  const { nodes, edges, width, height } = layOutInColumns(steps, { box, gap: { x: 34, y: 14 } });
  const byId = new Map(steps.map((step) => [step.id, step]));
  const lines = edges.map((edge) => edgeOf(edge, statuses));
  const boxes = nodes.map((node, index) => {
    const step = byId.get(node.id);
    return step && boxOf(node, step, index + 1, statuses?.get(node.id), facts?.get(node.id));
  });
  const size = html`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return html`<svg class="graph" role="img" aria-label="${graphWords({ steps, ...(statuses && { statuses }) })}" ${size}>${lines}${boxes}</svg>`;
}

/** What the graph says, in a sentence. */
export function graphWords({ steps, statuses }: Pick<GraphOfPage, "steps" | "statuses">): string {
  const waves = new Set(layOutInColumns(steps).nodes.map(({ wave }) => wave)).size;
  const order = `Graph of ${counted(steps.length, "step")} in ${counted(waves, "wave")}`;
  if (statuses === undefined) return `${order}.`;
  const words = [...statuses.values()].map((status) => STEP_LOOKS[status].word);
  const kinds = [...new Set(words)].map((word) => `${words.filter((other) => other === word).length} ${word}`);
  return `${order}: ${kinds.join(", ")}.`;
}

function edgeOf({ to = "", points }: PlacedEdge, statuses: GraphOfPage["statuses"]): Html {
  const end = points.at(-1) ?? { x: 0, y: 0 };
  const head = `M${end.x - 5} ${end.y - 3.5}L${end.x} ${end.y}L${end.x - 5} ${end.y + 3.5}`;
  return html`<path class="edge ${classOf(statuses?.get(to))}" d="${linePath(points)}${head}"/>`;
}

function boxOf(
  { x, y, width, height }: PlacedStep,
  step: Step,
  number: number,
  status: ShownStatus | undefined,
  fact = "",
): Html {
  const text = linesIn(drawable(step.title) ?? step.id, width - (status ? 20 : 44), 11, 2);
  const risk = step.risk && drawing(riskBars(step.risk));
  const bars =
    risk && html`<g class="risk ${step.risk}" transform="translate(${x + width - 21} ${y + 8}) scale(.85)">${risk}</g>`;
  const title = html`<title>${number}. ${step.title}${step.risk && `, ${RISK_LOOKS[step.risk].word} risk`}${status && `, ${STEP_LOOKS[status].word}`}</title>`;
  const frame = html`<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="8"/>`;
  if (status === undefined) {
    const [low, left] = [y + height - 17, x + 15];
    return html`<g class="node plain ${step.risk}">${title}${frame}<circle cx="${x + 17}" cy="${y + 18}" r="9"/><text class="number" x="${x + 17}" y="${y + 22}">${number}</text>${words(text, x + 33, y + 22)}${risk && html`<g class="risk ${step.risk}" transform="translate(${left - 4} ${low}) scale(.75)">${risk}</g>`}</g>`;
  }
  return html`<g class="node ${classOf(status)}">${title}${frame}<svg class="mark" x="${x + 9}" y="${y + 8}" width="15" height="15" viewBox="0 0 16 16">${drawing(STEP_MARKS[status])}</svg><text class="small" x="${x + 30}" y="${y + 20}">${number}</text>${bars}${words(text, x + 10, y + 38)}<text class="small" x="${x + 10}" y="${y + height - 8}">${fact}</text></g>`;
}

function words(lines: readonly string[], x: number, y: number): Html[] {
  return lines.map((line, row) => html`<text x="${x}" y="${y + row * 14}">${line}</text>`);
}

function classOf(status: ShownStatus | undefined): string {
  if (status === undefined) return "";
  return `${stepHue(status)} ${status}`;
}
