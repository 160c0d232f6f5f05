import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ShownStatus, STEP_LOOKS } from "../../../../lifecycle/step-look.ts";
import { layOutInColumns } from "../../../../picture/lay-out-in-columns.ts";
import { linePath } from "../../../../picture/line-path.ts";
import { linesIn } from "../../../../picture/svg-text.ts";
import type { Step, StepId } from "../../../../plan/plan.ts";
import { scrolls } from "./scrolls.ts";
import { StepMark } from "./step-mark.tsx";

export interface GraphProps {
  steps: readonly Step[];
  /** Numbers as the list beside it has them. */
  selected?: StepId | undefined;
  select?(id: StepId): void;
  /** Of a run; without it, the plan is only read. */
  status?(id: StepId): ShownStatus | "waits";
  /** The last line of a node: "6 min · $0.05", "needs 5". */
  note?(id: StepId): string | undefined;
  /** A dot on steps that have not been on the screen yet. */
  unseen?(id: StepId): boolean;
}

/**
 * The steps from left to right. It helps the eye: readers hear one sentence, and the list beside it holds everything. A node can
 * be pressed, the keyboard moves through the list.
 */
export function Graph({ steps, selected, select, status, note, unseen }: GraphProps) {
  const isRun = status !== undefined;
  const layout = useMemo(() => layOutInColumns(steps, isRun ? RUN : READ), [steps, isRun]);
  const { scroller, isWide } = useSideways(layout.width);
  useInSight(scroller, layout, selected);
  const numbers = useMemo(() => new Map(steps.map(({ id }, index) => [id, index + 1])), [steps]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  return (
    <div class={`graph${isRun ? " is-run" : ""}`} ref={scroller} {...(isWide && scrolls("Graph, scrolls", "group"))}>
      <svg
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        width={layout.width}
        height={layout.height}
        // It shrinks a little before it scrolls: its words stay as large as the smallest of the page.
        style={{ minWidth: `${layout.width * 0.96}px` }}
        role="img"
        aria-label={sentence(steps, status)}
      >
        <g class="edges">
          {layout.edges.map((edge, index) => (
            <path
              key={index}
              class={`edge ${(edge.to && status?.(edge.to)) ?? ""}`}
              d={`${linePath(edge.points)}${headAt(edge.points)}`}
            />
          ))}
        </g>
        {layout.nodes.map((node) => {
          const step = byId.get(node.id);
          if (!step) return null;
          const state = status?.(node.id);
          const lines = linesIn(step.title, isRun ? 92 : 76, 11.5, 2);
          const left = isRun ? 10 : 30;
          return (
            <g
              key={node.id}
              class={`node ${state ?? "read"} risk-${step.risk ?? "none"}${selected === node.id ? " selected" : ""}`}
              transform={`translate(${node.x} ${node.y})`}
              onClick={() => select?.(node.id)}
            >
              <title>{step.title}</title>
              {selected === node.id && (
                <rect class="halo" x="-4" y="-4" width={node.width + 8} height={node.height + 8} rx="11" />
              )}
              <rect class="box" width={node.width} height={node.height} rx="8" />
              {step.risk === "high" && !isRun && (
                <path class="risk-edge" d={`M8 1H5A4 4 0 0 0 1 5V${node.height - 5}a4 4 0 0 0 4 4h3`} />
              )}
              {state === undefined ? (
                <>
                  <circle class="number-ring" cx="17" cy="17" r="8.500" />
                  <text class="number" x="17" y="20.800" text-anchor="middle">
                    {numbers.get(node.id)}
                  </text>
                </>
              ) : (
                <>
                  <g transform="translate(10 9)">
                    <StepMark status={state} />
                  </g>
                  <text class="number" x="32" y="21">
                    {numbers.get(node.id)}
                  </text>
                </>
              )}
              {step.risk && (
                <g transform={isRun ? `translate(${node.width - 22} 11)` : "translate(11 31)"}>
                  <Bars risk={step.risk} />
                </g>
              )}
              {lines.map((line, index) => (
                <text key={index} class="node-title" x={left} y={(isRun ? 40 : 20) + index * 14}>
                  {line}
                </text>
              ))}
              {isRun && (
                <text class="node-note" x="10" y={node.height - 9}>
                  {note?.(node.id) ?? ""}
                </text>
              )}
              {unseen?.(node.id) && <circle class="unseen-dot" cx={node.width - 3} cy="3" r="4.500" />}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const READ = { box: { width: 118, height: 48 }, gap: { x: 24, y: 14 }, margin: 16 };
/** Six columns fit beside the timeline. */
const RUN = { box: { width: 112, height: 88 }, gap: { x: 22, y: 20 }, margin: 15 };

/** A picture that scrolls has to be reachable by keys. */
function useSideways(width: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isWide, set] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () =>
      set(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { scroller, isWide };
}

/** Where not all of it has room, it shows the step that is selected beside it. */
function useInSight(
  scroller: RefObject<HTMLDivElement | null>,
  { nodes, width }: ReturnType<typeof layOutInColumns>,
  selected: StepId | undefined,
): void {
  useEffect(() => {
    const [element, node] = [scroller.current, nodes.find(({ id }) => id === selected)];
    if (element === null || node === undefined) return;
    const scale = element.scrollWidth / Math.max(width, element.scrollWidth);
    const shown = (from: number, size: number, at: number, room: number): number =>
      from - EDGE < at ? from - EDGE : Math.max(at, from + size + EDGE - room);
    element.scrollTo({
      left: shown(node.x * scale, node.width * scale, element.scrollLeft, element.clientWidth),
      top: shown(node.y * scale, node.height * scale, element.scrollTop, element.clientHeight),
    });
  }, [scroller, nodes, width, selected]);
}

const EDGE = 12;

function Bars({ risk }: { risk: NonNullable<Step["risk"]> }) {
  return (
    <g class={`risk ${risk}`}>
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          class={bar < { low: 1, medium: 2, high: 3 }[risk] ? "on" : "off"}
          x={bar * 4.2}
          y={8 - bar * 3.2}
          width="3.200"
          height={3 + bar * 3.2}
          rx="1"
        />
      ))}
    </g>
  );
}

function headAt(points: readonly { x: number; y: number }[]): string {
  const end = points.at(-1);
  return end ? `M${end.x - 5} ${end.y - 3.5}L${end.x} ${end.y}L${end.x - 5} ${end.y + 3.5}` : "";
}

function sentence(steps: readonly Step[], status: GraphProps["status"]): string {
  const high = steps.filter(({ risk }) => risk === "high").length;
  const start = `The order of ${steps.length} steps as a graph`;
  if (!status)
    return `${start}; ${high === 0 ? "none has a high risk" : `${high} with a high risk`}. The list has them all.`;
  const counts = new Map<string, number>();
  for (const { id } of steps) {
    const state = status(id);
    const word = state === "waits" ? "waiting for you" : STEP_LOOKS[state].word;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return `${start}: ${[...counts].map(([word, count]) => `${count} ${word}`).join(", ")}. The list has them all.`;
}
