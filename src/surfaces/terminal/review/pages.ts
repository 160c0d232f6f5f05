import { visibleWidth } from "@earendil-works/pi-tui";
import type { Step } from "../../../plan/plan.ts";
import { prose } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import { type Block, type Content, type Span, spansOf } from "./block.ts";
import { comparisonBlocks } from "./comparison-blocks.ts";
import type { Field } from "./foot-lines.ts";
import { helpBlocks } from "./help-blocks.ts";
import { planBlocks } from "./plan-blocks.ts";
import { isLeftOut, type ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";
import type { SeenLines } from "./seen-lines.ts";
import { type Unseen, unseenIn } from "./unseen.ts";
import { Viewport } from "./viewport.ts";

/** The pages between head and foot. */
export type Showing = "plan" | "comparison" | "help";

export interface PageContent {
  subject: ReviewSubject;
  draft: ReviewDraft;
  /** Another surface answered: unsent text comes first, except that of the open field. */
  answered?: { field?: Field };
}

export interface DrawnPage {
  lines: readonly string[];
  spans: readonly Span[];
}

/** The pages of a review: which one is shown, how far it is scrolled, which steps are unfolded. Drawn when needed. */
export class Pages {
  #showing: Showing = "plan";
  #unfolded = new Set<string>();
  readonly #drawn = new Map<Showing, DrawnPage & { width: number; blocks: readonly Block[] }>();
  /** Another view is over it, so that what is drawn is not on the screen. */
  isCovered = false;
  readonly #seen: SeenLines;
  #isOpened = false;
  readonly #paint: Paint;
  readonly #viewports: Record<Showing, Viewport> = {
    plan: new Viewport(),
    comparison: new Viewport(),
    help: new Viewport(),
  };

  constructor(paint: Paint, seen: SeenLines) {
    this.#paint = paint;
    this.#seen = seen;
  }

  get showing(): Showing {
    return this.#showing;
  }

  get viewport(): Viewport {
    return this.#viewports[this.#showing];
  }

  show(showing: Showing): void {
    this.#showing = showing;
  }

  /** The content has changed. */
  redraw(): void {
    this.#drawn.clear();
  }

  draw(content: PageContent, width: number): DrawnPage {
    const before = this.#drawn.get(this.#showing);
    if (before?.width === width) return before;
    const blocks = this.#blocks(content, Math.max(8, width - 3)).map((block) => cutOff(block, width - 2));
    const lines = blocks.flatMap(({ lead, lines }) => [...lead, ...lines]);
    const drawn = { width, blocks, lines, spans: spansOf(blocks) };
    this.#drawn.set(this.#showing, drawn);
    return drawn;
  }

  /** The page has this many rows. At first the first step is selected if all of it is seen: most keys are about steps. */
  place({ spans }: DrawnPage, height: number): void {
    this.viewport.place(spans, height);
    const blocks = this.#drawn.get(this.#showing)?.blocks ?? [];
    if (!this.isCovered) this.#seen.add(blocks, spans, this.viewport.top, height);
    if (this.#isOpened) return;
    this.#isOpened = true;
    const first = blocks.findIndex(({ step }) => step === 0);
    if ((spans[first]?.end ?? Number.POSITIVE_INFINITY) <= height) this.viewport.selected = first;
  }

  /** What of the plan has not been on the screen in full, but for steps that are left out. */
  unseen({ subject, draft }: PageContent, width: number): Unseen | undefined {
    const before = this.#showing;
    this.#showing = "plan";
    this.draw({ subject, draft }, width);
    this.#showing = before;
    const isMissing = ({ step, content }: Block): boolean => {
      const id = step === undefined ? undefined : subject.plan.steps[step]?.id;
      return this.#isMissing(content) && !(id !== undefined && isLeftOut(draft, id));
    };
    return unseenIn(subject.plan, this.#drawn.get("plan")?.blocks ?? [], isMissing);
  }

  /** Whether every part of the text has been on the screen, also the steps that are left out. */
  hasShownAll(): boolean {
    const blocks = this.#drawn.get("plan")?.blocks ?? [];
    return blocks.length > 0 && !blocks.some(({ content }) => this.#isMissing(content));
  }

  /** Shows as much of these as there is room for, from the first one on, and unfolded. */
  showUnseen({ plan }: ReviewSubject, { first, folded }: Unseen): void {
    this.#showing = "plan";
    for (const position of folded) this.#unfolded.add(plan.steps[position]?.id ?? "");
    this.redraw();
    this.viewport.showNext(first);
  }

  /** Moves, if it is a key for that. */
  move(key: string | undefined): boolean {
    const move = key === undefined ? undefined : MOVES.get(key);
    move?.(this.viewport);
    return move !== undefined;
  }

  selectedStep({ plan }: ReviewSubject): Step | undefined {
    if (this.#showing !== "plan") return undefined;
    const position = this.#drawn.get("plan")?.blocks[this.viewport.selected]?.step;
    return position === undefined ? undefined : plan.steps[position];
  }

  /** Selects the step that is selected, or else the next one on the plan's page, or the last. */
  selectStep(subject: ReviewSubject): Step | undefined {
    this.#showing = "plan";
    const blocks = this.#drawn.get("plan")?.blocks ?? [];
    const { selected } = this.viewport;
    const next = blocks.findIndex(({ step }, index) => step !== undefined && index >= selected);
    const nearest = next >= 0 ? next : blocks.findLastIndex(({ step }) => step !== undefined);
    if (nearest >= 0) this.viewport.select(nearest);
    return this.selectedStep(subject) ?? subject.plan.steps[0];
  }

  toggleFold(step: Step): void {
    if (!this.#unfolded.delete(step.id)) this.#unfolded.add(step.id);
    this.redraw();
  }

  /** Unfolds all steps, or folds them if they all are unfolded. */
  toggleAll({ plan }: ReviewSubject): void {
    const ids = plan.steps.map((step) => step.id);
    this.#unfolded = ids.every((id) => this.#unfolded.has(id)) ? new Set() : new Set(ids);
    this.redraw();
  }

  #isMissing(content: Content | undefined): boolean {
    return content !== undefined && !this.#seen.has(content);
  }

  #blocks({ subject, draft, answered }: PageContent, width: number): Block[] {
    switch (this.#showing) {
      case "help":
        return helpBlocks(this.#paint, width);
      case "comparison":
        return comparisonBlocks(this.#paint, subject, width);
      case "plan":
        return [
          ...(answered ? unsentBlock(this.#paint, subject, draft, answered.field, width) : []),
          ...planBlocks(this.#paint, { subject, draft, unfolded: this.#unfolded }, width),
        ];
    }
  }
}

const MOVES = new Map<string, (viewport: Viewport) => void>([
  ["up", (viewport) => viewport.up()],
  ["k", (viewport) => viewport.up()],
  ["down", (viewport) => viewport.down()],
  ["j", (viewport) => viewport.down()],
  ["pageUp", (viewport) => viewport.page(-1)],
  ["pageDown", (viewport) => viewport.page(1)],
  ["home", (viewport) => viewport.home()],
  ["g", (viewport) => viewport.home()],
  ["end", (viewport) => viewport.end()],
  ["G", (viewport) => viewport.end()],
]);

/** On a very narrow screen the end of a line can be off it: then not all of the block is shown. */
function cutOff(block: Block, width: number): Block {
  const { content, lead, lines } = block;
  if (!content || [...lead, ...lines].every((line) => visibleWidth(line) <= width)) return block;
  return { ...block, content: { ...content, isFolded: true } };
}

/** Text that the person had not sent when another answer came: it can still be read and copied. */
function unsentBlock(
  paint: Paint,
  { plan }: ReviewSubject,
  draft: ReviewDraft,
  open: Field | undefined,
  width: number,
): Block[] {
  const comments = Object.entries(draft.comments).filter(([id]) => id !== open?.step);
  const words: [string, string][] = [
    ["Changes you wanted", open?.what === "feedback" ? "" : draft.feedback],
    ["Why you would have rejected it", open?.what === "rejection" ? "" : draft.rejection],
    ["Your notes", open?.what === "notes" ? "" : draft.notes],
    ...comments.map(([id, comment]): [string, string] => {
      const position = plan.steps.findIndex((step) => step.id === id);
      return [`Your comment on step ${position + 1} (${visible(id)})`, comment];
    }),
  ];
  const lines = words.flatMap(([heading, text]) =>
    text.trim() === "" ? [] : [paint.fg("muted", heading), ...prose(paint, text, width)],
  );
  return lines.length === 0 ? [] : [{ lead: [paint.bold("Not sent")], lines: [...lines, ""] }];
}
