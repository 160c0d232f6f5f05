import type { ExtensionAPI, ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { OfferedTool } from "../policy/offered-tool.ts";
import { standingOf } from "../policy/offered-tool.ts";
import type { Situation } from "../policy/situation.ts";
import { changeBack, changeTools, type ToolDelta } from "./tool-delta.ts";
import { knowOwn, type OwnTools, offeredTools, sourceOf } from "./tool-source.ts";

/** The name our shell has while it is not needed: pi's own has its place back then. */
const RESTING = "countersign_bash";

/** The tools of a session: ours come and go with the mode, those of others are hidden and shown again. */
export class SessionTools {
  readonly #pi: ExtensionAPI;
  readonly #own: OwnTools;
  #delta: ToolDelta | undefined;
  #bash: ToolDefinition | undefined;

  constructor(pi: ExtensionAPI, own: OwnTools) {
    this.#pi = pi;
    this.#own = own;
  }

  sourceOf(tool: string): string {
    const info = this.#pi.getAllTools().find(({ name }) => name === tool);
    return info === undefined ? "unknown" : sourceOf(info, this.#own);
  }

  isHidden(tool: string): boolean {
    return this.#delta?.hidden.includes(tool) ?? false;
  }

  /** Hidden ones, too: the policy says what may be done with them. */
  offered(): OfferedTool[] {
    const hidden = this.#delta?.hidden ?? [];
    return [...offeredTools(this.#pi, this.#own), ...hidden.map((tool) => ({ tool, source: this.sourceOf(tool) }))];
  }

  /** Ours for a mode come in, and what is of no use in it goes out of sight. `known` are all of ours. */
  enter(
    situation: Situation,
    tools: readonly ToolDefinition[],
    known: readonly ToolDefinition[],
    bash: ToolDefinition,
  ) {
    this.leave();
    const active = this.#pi.getActiveTools();
    for (const tool of known) this.#register(tool, "countersign");
    this.#bash ??= bash;
    this.#bash.name = "bash";
    this.#register(this.#bash, "pi", true);
    // A tool that is registered late may switch on others.
    this.#pi.setActiveTools(active);
    // What a step may use depends on the step; while planning it is always the same. pi's own tools stay in sight: who
    // calls one is told why it is blocked, while one that is hidden is just not found.
    const isOut = (tool: OfferedTool) =>
      situation.mode === "planning" &&
      tool.source !== "pi" &&
      ["forbidden", "blocked"].includes(standingOf(tool, situation));
    const hide = offeredTools(this.#pi, this.#own).filter(isOut);
    this.#delta = changeTools(
      this.#pi,
      hide.map(({ tool }) => tool).filter((tool) => tool !== "enter_plan_mode"),
      tools.map(({ name }) => name),
    );
  }

  /** Ours are known, so that what they did is drawn as ours; none is switched on. */
  know(known: readonly ToolDefinition[]): void {
    const active = this.#pi.getActiveTools();
    for (const tool of known) this.#register(tool, "countersign");
    this.#pi.setActiveTools(active);
  }

  leave(): void {
    if (this.#delta === undefined) return;
    changeBack(this.#pi, this.#delta);
    this.#delta = undefined;
    if (this.#bash === undefined) return;
    const active = this.#pi.getActiveTools();
    this.#bash.name = RESTING;
    this.#register(this.#bash, "pi", true);
    this.#pi.setActiveTools(active);
  }

  /** With `again`, pi reads the names of all tools anew. */
  #register(tool: ToolDefinition, source: "countersign" | "pi", again = false): void {
    if (!again && this.#own.has(tool.name)) return;
    this.#pi.registerTool(tool);
    knowOwn(this.#pi, this.#own, tool, source);
  }
}
