import type { ExtensionAPI, ToolDefinition, ToolInfo } from "@earendil-works/pi-coding-agent";
import type { OfferedTool, StepTool } from "../policy/offered-tool.ts";
import { standingOf } from "../policy/offered-tool.ts";
import type { Situation } from "../policy/situation.ts";
import { toolOf } from "../policy/tool-of.ts";
import { TOOLS_OF_PI } from "../policy/tools/pi.ts";
import { knowOwn, type OwnTools } from "./own-tools.ts";
import { changeBack, type ToolDelta, type ToolNote } from "./tool-note.ts";
import { isLoadable, isUndeclared, offeredTool, offeredTools, sourceOf, stepToolOf } from "./tool-source.ts";

/** The name of our shell while it is not needed: then pi's own shell has its name back. */
const RESTING = "countersign_bash";

/** For pi 1.x: a tool is on only while plan mode wants it, also where pi restores the tools of a session. */
const NOT_BY_ITSELF: object = { defaultActive: false };

/** The tools of a session: ours are added and removed with the mode, others are hidden and shown again. */
export class SessionTools {
  readonly #pi: ExtensionAPI;
  readonly #own: OwnTools;
  readonly #note: ToolNote;
  #delta: ToolDelta | undefined;
  #bash: ToolDefinition | undefined;
  /** Has no use in this mode. */
  #isOut: (tool: OfferedTool) => boolean = () => false;
  /** The user's settings say what it does, and it may have a use in this mode. */
  #isAllowed: (tool: OfferedTool) => boolean = () => false;

  constructor(pi: ExtensionAPI, own: OwnTools, note: ToolNote) {
    this.#pi = pi;
    this.#own = own;
    this.#note = note;
  }

  sourceOf(tool: string): string {
    return this.named(tool).source ?? "unknown";
  }

  /** A tool of this session as the policy knows it. */
  named(tool: string): OfferedTool {
    const info = this.#pi.getAllTools().find(({ name }) => name === tool);
    return info === undefined ? { tool, source: "unknown" } : offeredTool(info, this.#own);
  }

  /** It exists and is not offered to the model now: hidden by us, or ours for another phase. */
  isHidden(tool: string): boolean {
    return (this.#delta?.hidden.includes(tool) ?? false) || (this.isOwn(tool) && !this.has(tool));
  }

  isOwn(tool: string): boolean {
    return this.sourceOf(tool) === "countersign";
  }

  has(tool: string): boolean {
    return this.#pi.getActiveTools().includes(tool);
  }

  /** Our tools that the model can call now. */
  get ownNames(): string[] {
    return this.#pi.getActiveTools().filter((tool) => this.isOwn(tool));
  }

  get canEnter(): boolean {
    return this.has("enter_plan_mode") && this.isOwn("enter_plan_mode");
  }

  /** Also hidden ones: the policy decides what they may do. */
  offered(): OfferedTool[] {
    const hidden = this.#delta?.hidden ?? [];
    return [...offeredTools(this.#pi, this.#own), ...hidden.map((tool) => this.named(tool))];
  }

  /**
   * The tools that a step can have. A subagent has those that every session of pi has, and loads those of extensions from their
   * files; a tool that a program gave to this session only stays here, as does codemode, which pi's program adds.
   */
  forSteps(isBySubagents: boolean): StepTool[] {
    const isMeant = (info: ToolInfo) => {
      const source = sourceOf(info, this.#own);
      if (source === "countersign" || info.name === RESTING) return false;
      return isBySubagents ? source !== "pi" && isLoadable(info) : this.has(info.name) || this.isHidden(info.name);
    };
    const own: readonly StepTool[] = isBySubagents ? TOOLS_OF_PI : [];
    const found = this.#pi
      .getAllTools()
      .filter(isMeant)
      .map((info) => stepToolOf(info, this.#own));
    return [...own.filter(({ tool }) => !found.some((one) => one.tool === tool)), ...found];
  }

  /** Files of extensions that were loaded for this session only, as by `pi -e`. */
  temporaryExtensions(): string[] {
    const infos = this.#pi.getAllTools().filter((info) => info.sourceInfo.scope === "temporary" && isLoadable(info));
    return [...new Set(infos.map(({ sourceInfo }) => sourceInfo.path))];
  }

  /** Adds our tools for a mode, and hides those without a use in it. `known` are all of ours. */
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
    // The allowed tools of a step depend on the step; while planning they are always the same. A tool that the level
    // lets run stays visible.
    const denied = situation.settings.level === "enforce" ? ["forbidden", "blocked"] : ["blocked"];
    this.#isOut = (tool) =>
      situation.mode === "planning" && tool.tool !== "enter_plan_mode" && denied.includes(standingOf(tool, situation));
    this.#isAllowed = (tool) =>
      toolOf({ ...tool, input: {} }, situation) !== undefined &&
      (situation.mode === "executing" || standingOf(tool, situation) === "free");
    this.#change(tools.map(({ name }) => name));
  }

  /** pi has restored the tools of another point of the session, as they were without plan mode. */
  enterAgain(): void {
    if (this.#delta !== undefined) this.#change(this.#delta.added);
  }

  #change(added: readonly string[]): void {
    this.#delta = changeTools(this.#pi, this.#out(), [...added, ...this.#undeclared()]);
    this.#note.open(this.#delta);
  }

  /** Hides or declares tools that came after the mode began, as from a server that connects late. */
  changeLate(): void {
    const delta = this.#delta;
    if (delta === undefined) return;
    const { hidden, added } = changeTools(this.#pi, this.#out(), this.#undeclared());
    if (hidden.length + added.length === 0) return;
    this.#delta = {
      ...delta,
      hidden: [...new Set([...delta.hidden, ...hidden])],
      added: [...new Set([...delta.added, ...added])],
    };
    this.#note.open(this.#delta);
  }

  /** Tools of MCP servers that pi would not declare. Its ways to them, a search and scripts, are hidden. */
  #undeclared(): string[] {
    const isMeant = (info: ToolInfo) => isUndeclared(info) && this.#isAllowed(offeredTool(info, this.#own));
    return this.#pi
      .getAllTools()
      .filter(isMeant)
      .map(({ name }) => name);
  }

  #out(): string[] {
    return offeredTools(this.#pi, this.#own)
      .filter(this.#isOut)
      .map(({ tool }) => tool);
  }

  /** Registers ours, so that their results are drawn as ours; switches none on. */
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

  /** With `again`, pi reads the names of all tools again. */
  #register(tool: ToolDefinition, source: "countersign" | "pi", again = false): void {
    if (!again && this.#own.has(tool.name)) return;
    this.#pi.registerTool(Object.assign(tool, NOT_BY_ITSELF));
    knowOwn(this.#pi, this.#own, tool, source);
  }
}

/** Hides tools and switches on others. Hiding is a courtesy: each call is judged. */
function changeTools(pi: ExtensionAPI, hide: readonly string[], add: readonly string[]): ToolDelta {
  const active = pi.getActiveTools();
  const hidden = hide.filter((name) => active.includes(name));
  const added = add.filter((name) => !active.includes(name));
  if (hidden.length + added.length > 0) {
    pi.setActiveTools([...active.filter((name) => !hidden.includes(name)), ...added]);
  }
  return { hidden, added, before: active };
}
