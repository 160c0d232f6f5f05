import type { ShownStatus } from "../../../../lifecycle/step-look.ts";

/** `waits` for the person who looks; all others as the run has them. */
export type MarkedStatus = ShownStatus | "waits";

/** The state of a step as a shape: it does not need its colour. The word stands beside it, or is its label. */
export function StepMark({ status, size = 16, label }: { status: MarkedStatus; size?: number; label?: string }) {
  const shape = SHAPES[status];
  return (
    <svg
      class={`step-mark ${shape}`}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {drawn(shape)}
    </svg>
  );
}

type Shape = "pending" | "running" | "waits" | "done" | "failed" | "blocked" | "skipped" | "interrupted" | "undone";

const SHAPES: Record<MarkedStatus, Shape> = {
  pending: "pending",
  in_progress: "running",
  waits: "waits",
  needs_decision: "waits",
  completed: "done",
  failed: "failed",
  blocked: "blocked",
  skipped: "skipped",
  left_out: "skipped",
  interrupted: "interrupted",
  rolled_back: "undone",
};

function drawn(shape: Shape) {
  switch (shape) {
    case "pending":
      return <circle class="ring" cx="8" cy="8" r="6.2" />;
    case "running":
      return (
        <>
          <circle class="ring faint" cx="8" cy="8" r="6" />
          <path class="arc" d="M8 2a6 6 0 0 1 4.600 9.900" />
          <circle class="dot" cx="8" cy="8" r="2" />
        </>
      );
    case "waits":
      return (
        <>
          <circle class="disc" cx="8" cy="8" r="7" />
          <path class="cut" d="M5 11l.5-2 4-4a1 1 0 0 1 1.500 1.500l-4 4z" />
        </>
      );
    case "done":
      return (
        <>
          <circle class="disc" cx="8" cy="8" r="7" />
          <path class="cut" d="M4.900 8.200 7.200 10.500 11.200 5.800" />
        </>
      );
    case "failed":
      return (
        <>
          <path class="disc" d="M5.100 1h5.800L15 5.100v5.800L10.900 15H5.100L1 10.900V5.100z" />
          <path class="cut" d="M5.600 5.600l4.800 4.800 M10.400 5.600l-4.800 4.800" />
        </>
      );
    case "blocked":
      return (
        <>
          <circle class="ring dashed" cx="8" cy="8" r="6.200" />
          <path class="line" d="M5 8h6" />
        </>
      );
    case "skipped":
      return (
        <>
          <circle class="ring" cx="8" cy="8" r="6.200" />
          <path class="line" d="M4.500 11.500l7-7" />
        </>
      );
    case "interrupted":
      return (
        <>
          <circle class="ring dashed" cx="8" cy="8" r="6.200" />
          <path class="line" d="M8 4.500v4.200 M8 11.300v.1" />
        </>
      );
    case "undone":
      return (
        <>
          <circle class="ring" cx="8" cy="8" r="6.200" />
          <path class="line" d="M5 7.200h4a1.800 1.800 0 0 1 0 3.600H7.500 M6.600 5.500 5 7.200l1.600 1.600" />
        </>
      );
  }
}

/** Something is under way. */
export function Ring({ size = 14 }: { size?: number }) {
  return <StepMark status="in_progress" size={size} />;
}
