import type { AndOr, CommandNode, ParsedScript, PipelineNode, Statement } from "unbash";
import { defined } from "../../plan/defined.ts";
import type { Finding, FindingCode, ShellFacts } from "./analysis.ts";
import { areWaitedFor } from "./are-waited-for.ts";
import { type Argument, hasOneValue, known, onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { Flow } from "./flow.ts";
import { findForbiddenReads, isApart, namesUnreadable } from "./forbidden-reads.ts";
import { Functions } from "./functions.ts";
import { judgeCall } from "./judge-call.ts";
import { type Mentions, mentionsOf } from "./mentions.ts";
import { isPlainName } from "./names.ts";
import { parseLine } from "./parse-line.ts";
import { printCommits, printsPlainNames } from "./prints.ts";
import type { Ends } from "./prints-names.ts";
import type { Where } from "./scope.ts";
import { MOST_VISITED, refusedUnread, withoutTexts } from "./unread.ts";
import { Variables } from "./variables.ts";
import type { Node, Span } from "./visit.ts";
import { visitCompound } from "./visit-compound.ts";
import { visitSimple } from "./visit-simple.ts";
import type { Walking } from "./walking.ts";
import { namesFrom, type WordContext } from "./words.ts";
import { UNKNOWN_PROGRAM, type Writes } from "./writes.ts";

/** Where a script stands that is a word of another one. */
interface Inside {
  place: Span;
  depth: number;
  where: Where;
  parameters: readonly Argument[];
}

/** The input of a command: the commands of its pipeline before `index`. */
interface PipeInput {
  pipeline: readonly CommandNode[];
  index: number;
}

/** Visits every command of a script in bash's order, and reports what is not read-only. */
export class Walk implements Walking, WordContext {
  readonly facts: ShellFacts;
  readonly findings: Finding[] = [];
  readonly commands: string[] = [];
  readonly scripts: string[] = [];
  readonly functions = new Functions();
  readonly flow: Flow;
  readonly mentions: Mentions;
  readonly nullglob: boolean;
  readonly splitsOddly: boolean;
  /** The commands that the current one reads from, nearest last. Computed only on demand. */
  #input: PipeInput | undefined;
  readonly #source: string;
  readonly #inside: Inside | undefined;
  #variables: Variables | undefined;
  /** The current substitution, where its text has positions of its own. */
  #nested: Span | undefined;
  #level = 0;
  #wrapped = 0;

  constructor(source: string, facts: ShellFacts, inside?: Inside) {
    this.#source = source;
    this.mentions = mentionsOf(source);
    this.facts = facts;
    this.#inside = inside;
    this.nullglob = source.includes("nullglob");
    this.splitsOddly = /\bIFS\b/.test(source);
    const where = inside?.where ?? { places: [facts.cwd], isDeeper: false };
    this.flow = new Flow((directory) => isApart(directory, facts), where);
  }

  /** Visits the whole command line. Throws when it is nested too deeply. */
  all(most?: number): void {
    const refused = refusedUnread(this.#source, most);
    if (refused === undefined) this.#script(parseLine(this.#source));
    else this.#refuse(refused);
    if (this.findings.length > 0 || !namesUnreadable(this.#source, this.facts)) return;
    const at = { start: 0, end: this.#source.length, text: this.#source };
    this.find(at, "not_understood", "it names something that no agent may read", "leave that out");
  }

  /** A line that is too long is visited without the texts in it, to find what it writes. */
  #refuse(refused: Finding): void {
    const short = refused.code === "too_long" ? withoutTexts(this.#source) : "";
    const isRead = short !== "" && refusedUnread(short, MOST_VISITED) === undefined;
    this.find(refused, refused.code, refused.reason, refused.hint, isRead ? undefined : UNKNOWN_PROGRAM);
    if (isRead) this.#visitInside(short, refused, [], MOST_VISITED);
  }

  #visitInside(source: string, place: Span, parameters: readonly Argument[], most?: number): void {
    const depth = (this.#inside?.depth ?? 0) + 1;
    const inner = new Walk(source, this.facts, { place, depth, where: this.flow.scope, parameters });
    inner.all(most);
    this.findings.push(...inner.findings);
    this.commands.push(...inner.commands);
    this.scripts.push(source, ...inner.scripts);
  }

  // What those who judge commands may ask and say.

  get directories(): readonly string[] {
    return this.flow.scope.directories ?? NOWHERE;
  }

  get places(): readonly string[] | undefined {
    return this.flow.scope.places;
  }

  get isDeeper(): boolean {
    return this.flow.scope.isDeeper;
  }

  inputText: Argument | undefined;

  get inputIsPlain(): boolean {
    const nearest = this.#input?.pipeline[this.#input.index - 1];
    return nearest !== undefined && printsPlainNames(nearest);
  }

  get inputIsCommits(): boolean {
    const before = this.#inputCommands;
    return before !== undefined && printCommits(before);
  }

  get inputNames(): Ends | undefined {
    const before = this.#inputCommands;
    return before && namesFrom(before, this);
  }

  /** Undefined in a long pipeline, where each command could ask about all before it. */
  get #inputCommands(): readonly CommandNode[] | undefined {
    if (this.#input === undefined || this.#input.index > MOST_BEFORE) return undefined;
    return this.#input.pipeline.slice(0, this.#input.index);
  }

  find(at: Span, code: FindingCode, reason: string, hint?: string, writes?: Writes): void {
    const { start, end, text } = this.#inside?.place ?? at;
    const { directories } = this;
    const more = { ...defined({ hint, writes }) };
    this.findings.push({ code, reason, start, end, text, directories, ...more });
  }

  judgeCommand(words: readonly Argument[]): void {
    const [name, ...args] = words;
    if (name === undefined) return;
    if (hasOneValue(name)) {
      if (++this.#wrapped > MOST_WRAPPED) this.find(name, "not_understood", TOO_DEEP, undefined, UNKNOWN_PROGRAM);
      else judgeCall({ name, args }, this);
      this.#wrapped--;
    } else {
      const reason = `the command in ${name.text} is unknown before it runs`;
      this.find(name, "dynamic", reason, "write the command out", UNKNOWN_PROGRAM);
    }
  }

  judgeScript(at: Argument, parameters: readonly Argument[] = []): void {
    const source = onlyValue(at);
    const depth = (this.#inside?.depth ?? 0) + 1;
    if (source === undefined || depth > MOST_SCRIPTS) {
      const reason = "the text of this script is unknown before it runs";
      this.find(at, "dynamic", reason, "write the commands themselves", UNKNOWN_PROGRAM);
      return;
    }
    this.#visitInside(source, this.#inside?.place ?? at, parameters);
  }

  opens(files: readonly string[], at: Argument): void {
    if (files.length === 0) return;
    const { start, end, text } = at;
    const args = files.map((file) => known(file, { start, end, text }));
    this.reads({ name: { ...at, values: ["<"] }, args }, false);
  }

  enter(targets: readonly string[]): void {
    this.functions.move();
    this.flow.scope.enter(targets, this.facts.world);
  }

  goDeeper(): void {
    this.functions.move();
    this.flow.scope.isDeeper = true;
  }

  lose(): void {
    this.functions.move();
    this.flow.scope.lose();
  }

  // What those who visit the parts of a script know and tell.

  get variables(): Variables {
    return this.#variables as Variables;
  }

  span(node: Node): Span {
    return this.#nested ?? { start: node.pos, end: node.end, text: this.#source.slice(node.pos, node.end) };
  }

  textOf(node: Node): string {
    return this.#nested === undefined ? this.#source.slice(node.pos, node.end) : "";
  }

  notUnderstood(node: Node, what: string, writes?: Writes): void {
    const reason = `${what} is not understood, so it is not allowed`;
    this.find(this.span(node), "not_understood", reason, "write it in a simpler way", writes);
  }

  isAtLineStart({ pos }: Node): boolean {
    const before = this.#source.slice(this.#source.lastIndexOf("\n", pos - 1) + 1, pos);
    return this.#nested === undefined && /^\s*(?:function\s+)?$/.test(before);
  }

  get home(): string {
    return this.facts.home;
  }

  get assigned(): ReadonlySet<string> {
    return this.flow.scope.assigned;
  }

  get inFunction(): string | undefined {
    return this.flow.scope.inFunction;
  }

  get parameters(): readonly Argument[] | undefined {
    return this.#inside?.parameters;
  }

  context(): WordContext {
    return this;
  }

  assign(name: string, node: Node, isCertain: boolean): void {
    if (isPlainName(name)) {
      if (isCertain) this.flow.scope.assigned.add(name);
      return;
    }
    const reason = `${name} is a variable that other programs or the shell may pay attention to`;
    this.find(this.span(node), "environment", reason, "use a name in lower case");
  }

  substitution(node: Node, script: ParsedScript, isBeside = false): void {
    const nested = this.#nested;
    const before = this.commands.length;
    const input = this.#input;
    this.#input = undefined;
    // Text inside escaped backticks has positions of its own.
    if (script.source !== undefined) this.#nested ??= this.span(node);
    this.flow.apart(() => this.#script(script));
    this.#nested = nested;
    this.#input = input;
    if (!isBeside || this.facts.sandboxed || !this.commands.slice(before).some(isSlow)) return;
    const reason = "the line does not wait for this, so it may continue after the line has ended";
    this.find(this.span(node), "background", reason, "let it run in the foreground, with a pipe");
  }

  reads(call: CommandCall, isRecursive: boolean): void {
    findForbiddenReads(call, isRecursive, this);
  }

  // Statements, and what they are made of.

  #script(script: ParsedScript): void {
    this.#variables ??= new Variables(script);
    const [error] = script.errors ?? [];
    if (error !== undefined) {
      const at = this.span({ pos: Math.min(error.pos, script.end), end: script.end });
      this.find(at, "syntax", `bash could not read this: ${error.message}`, "check quotes and brackets");
    }
    this.statements(script.commands);
  }

  statements(statements: readonly Statement[]): void {
    const isMinded = !this.facts.sandboxed && statements.some(({ background }) => background);
    const waited = isMinded ? areWaitedFor(statements) : [];
    for (const [index, { command, background }] of statements.entries()) {
      const visit = () => (command.type === "AndOr" ? this.#chain(command) : this.#pipeline(command));
      if (background) this.flow.apart(visit);
      else visit();
      if (!isMinded || !background || waited[index]) continue;
      const reason = "a background command continues after the line has ended";
      this.find(this.span(command), "background", reason, "let it run in the foreground, without &");
    }
  }

  /** After `&&` everything before has run; after `||` only the first is certain, and after the whole list as well. */
  #chain({ commands: [first, ...others], operators }: AndOr): void {
    if (first !== undefined) this.#pipeline(first);
    const { scope } = this.flow;
    const certain = scope.copy();
    let isCertain = true;
    others.forEach((other, index) => {
      if (operators[index] === "||") isCertain = false;
      if (!isCertain) scope.forget(certain);
      this.#pipeline(other);
    });
    scope.forget(certain);
  }

  #pipeline(node: PipelineNode): void {
    if (node.type !== "Pipeline") this.command(node);
    else if (node.commands.length === 1) for (const command of node.commands) this.command(command);
    else {
      const hasErrors = node.operators.includes("|&");
      node.commands.forEach((command, index) => {
        const isRead = index > 0 && !hasErrors && readsItsInput(command);
        this.#input = isRead ? { pipeline: node.commands, index } : undefined;
        this.flow.apart(() => this.command(command));
      });
      this.#input = undefined;
    }
  }

  command(node: CommandNode): void {
    if (++this.#level > MOST_LEVELS) this.notUnderstood(node, "nesting this deep", UNKNOWN_PROGRAM);
    else if (node.type === "Command") visitSimple(node, this);
    else visitCompound(node, this);
    this.#level--;
  }
}

/** Whether what a command reads is what the one before it prints. */
function readsItsInput(node: CommandNode): boolean {
  return node.type === "Command" && node.redirects.every((redirect) => /^(?:>|&>)/.test(redirect.operator));
}

/** A command that may run long without output. */
function isSlow(command: string): boolean {
  return /^(?:.*\/)?(?:sleep|usleep|watch|timeout|gtimeout|wait)$/.test(command);
}

const NOWHERE: readonly string[] = [];

/** Loops in loops are visited more than once. */
const MOST_LEVELS = 40;

/** Scripts in scripts in scripts. */
const MOST_SCRIPTS = 3;

/** How many commands of a pipeline are read to tell what they print. */
const MOST_BEFORE = 20;

/** Commands that run commands that run commands. */
const MOST_WRAPPED = 10;
const TOO_DEEP = "commands that run commands this deep are not understood";
