import type { ShownStatus } from "../lifecycle/step-look.ts";
import type { Step } from "../plan/plan.ts";

/**
 * The mark of a step, as what is inside of an SVG of 16 by 16: its shape alone says the status. Strokes and fills are
 * `currentColor`; what is cut out of a filled shape has the class `hole`.
 */
export const STEP_MARKS: Record<ShownStatus, string> = {
  pending: ring(),
  in_progress: `${line("M8 2a6 6 0 1 1-5.2 3", 2)}<circle cx="8" cy="8" r="2.2" fill="currentColor"/>`,
  needs_decision: `${DISC()}${hole("M5.2 10.8l.5-2 4.3-4.3 1.5 1.5-4.3 4.3z")}`,
  interrupted: `${ring()}${line("M8 4.6v4.2M8 11v.4", 1.7)}`,
  completed: `${DISC()}${hole("M4.9 8.2l2.2 2.2 4-4.4")}`,
  failed: `<path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor"/>${hole("M5.5 5.5l5 5M10.5 5.5l-5 5")}`,
  blocked: `${ring(' stroke-dasharray="2.4 2"')}${line("M5 8h6", 1.6)}`,
  skipped: `${ring()}${line("M4.4 11.6l7.2-7.2", 1.5)}`,
  left_out: `${ring()}${line("M4.4 11.6l7.2-7.2", 1.5)}`,
  rolled_back: `${ring()}${line("M10.6 10V8.2a1.6 1.6 0 0 0-1.6-1.6H5.6M7.2 5L5.4 6.6l1.8 1.7", 1.4)}`,
};

function ring(more = ""): string {
  return `<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.5"${more}/>`;
}

function DISC(): string {
  return '<circle cx="8" cy="8" r="7" fill="currentColor"/>';
}

function line(path: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function hole(path: string): string {
  return `<path class="hole" d="${path}" fill="none" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** One, two or three rising bars, inside of an SVG of 14 by 12; those that are missing have the class `none`. */
export function riskBars(risk: NonNullable<Step["risk"]>): string {
  const count = { low: 1, medium: 2, high: 3 }[risk];
  return [0, 1, 2]
    .map((bar) => {
      const height = 4 + bar * 4;
      const missing = bar < count ? "" : ' class="none"';
      return `<rect x="${bar * 5}" y="${12 - height}" width="3.6" height="${height}" rx="1" fill="currentColor"${missing}/>`;
    })
    .join("");
}
