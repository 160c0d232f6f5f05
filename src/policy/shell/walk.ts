import {
  type AndOr,
  type Command,
  type CommandNode,
  type CompoundList,
  type For,
  type Function as FunctionNode,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Statement,
  type Word,
} from "unbash";
import type { Finding, FindingCode, ShellFacts } from "./analysis.ts";
import { type Argument, onlyValue } from "./argument.ts";
import type { CommandCall, Judging } from "./command.ts";
import { isPlainName } from "./names.ts";
import { printsPlainNames } from "./prints.ts";
import { REGISTRY } from "./registry.ts";
import { Scope } from "./scope.ts";
import { isTaught } from "./taught.ts";
import { refusedUnread } from "./unread.ts";
import { findUnreadable } from "./unreadable.ts";
import { ASSIGNING, Variables } from "./variables.ts";
import type { Node, Span, Visit } from "./visit.ts";
import { visitArithmetic } from "./visit-arithmetic.ts";
import { visitAssignment, visitDeclaration } from "./visit-assignment.ts";
import { visitRedirection } from "./visit-redirection.ts";
import { visitTest } from "./visit-test.ts";
import { visitWord } from "./visit-word.ts";
import { argumentsOf, type WordContext } from "./words.ts";

/** Where a script stands that is a word of another one. */
interface Inside {
  place: Span;
  depth: number;
  directories: readonly string[] | undefined;
}

/** Visits every command of a script, in the order bash would, and says what is not read-only. */
export class Walk implements Judging, Visit {
  readonly facts: ShellFacts;
  readonly findings: Finding[] = [];
  readonly commands: string[] = [];
  inputIsPlain = false;
  readonly source: string;
  readonly #inside: Inside | undefined;
  readonly #nullglob: boolean;
  readonly #splitsOddly: boolean;
  /** Functions that have been defined somewhere, and those of them that change the directory. */
  readonly #defined = new Set<string>();
  readonly #moving = new Set<string>();
  #moves = 0;
  #variables: Variables | undefined;
  #scope: Scope;
  /** The substitution we are in, where its text has positions of its own. */
  #nested: Span | undefined;
  #level = 0;
  #wrapped = 0;

  constructor(source: string, facts: ShellFacts, inside?: Inside) {
    this.source = source;
    this.facts = facts;
    this.#inside = inside;
    this.#nullglob = source.includes("nullglob");
    this.#splitsOddly = /\bIFS\b/.test(source);
    this.#scope = new Scope(inside ? inside.directories : [facts.cwd]);
  }

  /** Visits the whole command line. Throws when it is nested too deeply. */
  all(): void {
    const refused = refusedUnread(this.source);
    if (refused === undefined) this.#script(parse(this.source));
    else this.find(refused, refused.code, refused.reason, refused.hint);
  }

  // What those who judge commands may ask and say.

  get directories(): readonly string[] {
    return this.#scope.directories ?? [];
  }

  find(at: Span, code: FindingCode, reason: string, hint?: string): void {
    const { start, end, text } = this.#inside?.place ?? at;
    this.findings.push({ code, reason, ...(hint !== undefined && { hint }), start, end, text });
  }

  judgeCommand(words: readonly Argument[]): void {
    const [name, ...args] = words;
    if (name === undefined) return;
    const value = onlyValue(name);
    if (value !== undefined) {
      if (++this.#wrapped > MOST_WRAPPED)
        this.find(name, "not_understood", "commands that run commands this deep are not understood");
      else this.#call({ name: { ...name, values: [value] }, args });
      this.#wrapped--;
    } else {
      const reason = `which command ${name.text} is cannot be told before it runs`;
      this.find(name, "dynamic", reason, "write the command out");
    }
  }

  judgeScript(at: Argument): void {
    const source = onlyValue(at);
    const depth = (this.#inside?.depth ?? 0) + 1;
    if (source === undefined || depth > MOST_SCRIPTS) {
      this.find(at, "dynamic", "what this script is cannot be told before it runs", "write the commands themselves");
      return;
    }
    const place = this.#inside?.place ?? at;
    const inner = new Walk(source, this.facts, { place, depth, directories: this.#scope.directories });
    inner.all();
    this.findings.push(...inner.findings);
    this.commands.push(...inner.commands);
  }

  enter(target?: string): void {
    this.#moves++;
    this.#scope.enter(target, this.facts.world);
  }

  // What those who visit the parts of a script know and tell.

  get variables(): Variables {
    return this.#variables as Variables;
  }

  span(node: Node): Span {
    return this.#nested ?? { start: node.pos, end: node.end, text: this.source.slice(node.pos, node.end) };
  }

  textOf(node: Node): string {
    return this.#nested === undefined ? this.source.slice(node.pos, node.end) : "";
  }

  notUnderstood(node: Node, what: string): void {
    const reason = `${what} is not understood, so it is not allowed`;
    this.find(this.span(node), "not_understood", reason, "write it in a simpler way");
  }

  context(): WordContext {
    return {
      home: this.facts.home,
      variables: this.variables,
      assigned: this.#scope.assigned,
      nullglob: this.#nullglob,
      splitsOddly: this.#splitsOddly,
      span: (node) => this.span(node),
    };
  }

  assign(name: string, node: Node, isCertain: boolean): void {
    if (isPlainName(name)) {
      if (isCertain) this.#scope.assigned.add(name);
      return;
    }
    const reason = `${name} is a variable that other programs or the shell may pay attention to`;
    this.find(this.span(node), "environment", reason, "use a name in lower case");
  }

  substitution(node: Node, script: ParsedScript): void {
    const nested = this.#nested;
    const { inputIsPlain } = this;
    this.inputIsPlain = false;
    // Text inside escaped backticks has positions of its own.
    if (script.source !== undefined) this.#nested ??= this.span(node);
    this.#apart(() => this.#script(script));
    this.#nested = nested;
    this.inputIsPlain = inputIsPlain;
  }

  reads(call: CommandCall, isRecursive: boolean): void {
    findUnreadable(call, isRecursive, this);
  }

  // Statements, and what they are made of.

  #script(script: ParsedScript): void {
    this.#variables ??= new Variables(script);
    const [error] = script.errors ?? [];
    if (error !== undefined) {
      const at = this.span({ pos: Math.min(error.pos, script.end), end: script.end });
      this.find(at, "syntax", `bash could not read this: ${error.message}`, "check quotes and brackets");
    }
    this.#statements(script.commands);
  }

  #statements(statements: readonly Statement[]): void {
    for (const { command, background } of statements) {
      const visit = () => (command.type === "AndOr" ? this.#chain(command) : this.#pipeline(command));
      if (background) this.#apart(visit);
      else visit();
    }
  }

  /** After `&&` everything before has run; after `||` only the first is certain; after the whole, too. */
  #chain({ commands: [first, ...others], operators }: AndOr): void {
    if (first !== undefined) this.#pipeline(first);
    const certain = this.#scope.copy();
    let isCertain = true;
    others.forEach((other, index) => {
      if (operators[index] === "||") isCertain = false;
      if (!isCertain) this.#scope.forget(certain);
      this.#pipeline(other);
    });
    this.#scope.forget(certain);
  }

  /** Something that may not run: what it assigns is not certain afterwards. */
  #maybe(visit: () => void): void {
    const certain = this.#scope.copy();
    visit();
    this.#scope.forget(certain);
  }

  /** Something that runs in a shell of its own: nothing it does to the shell lasts. */
  #apart(visit: () => void): void {
    const scope = this.#scope;
    this.#scope = scope.copy();
    visit();
    this.#scope = scope;
  }

  /** Something that may run again and again: where it goes the second time is not known. */
  #again(visit: () => void): void {
    this.#maybe(() => {
      const before = this.#scope.directories;
      visit();
      if (this.#scope.directories === before) return;
      this.#scope.directories = undefined;
      visit();
    });
  }

  #pipeline(node: PipelineNode): void {
    if (node.type !== "Pipeline") this.#command(node);
    else if (node.commands.length === 1) for (const command of node.commands) this.#command(command);
    else {
      node.commands.forEach((command, index) => {
        const before = node.commands[index - 1];
        this.inputIsPlain = before !== undefined && readsItsInput(command) && printsPlainNames(before);
        this.#apart(() => this.#command(command));
      });
      this.inputIsPlain = false;
    }
  }

  #list({ commands }: CompoundList): void {
    this.#statements(commands);
  }

  #command(node: CommandNode): void {
    if (++this.#level > MOST_LEVELS) this.notUnderstood(node, "nesting this deep");
    else this.#oneCommand(node);
    this.#level--;
  }

  #oneCommand(node: CommandNode): void {
    switch (node.type) {
      case "Command":
        this.#simple(node);
        return;
      case "Redirected":
        for (const redirect of node.redirects) visitRedirection(redirect, this);
        // If a file cannot be opened, nothing runs.
        this.#maybe(() => this.#command(node.command));
        return;
      case "Subshell":
        this.#apart(() => this.#list(node.body));
        return;
      case "BraceGroup":
        this.#list(node.body);
        return;
      case "If":
        this.#list(node.clause);
        this.#maybe(() => this.#list(node.then));
        for (const { clause, then } of node.elif) {
          this.#maybe(() => {
            this.#list(clause);
            this.#list(then);
          });
        }
        this.#maybe(() => node.else && this.#list(node.else));
        return;
      case "While":
        this.#again(() => {
          this.#list(node.clause);
          this.#list(node.body);
        });
        return;
      case "For":
        this.#for(node);
        return;
      case "ArithmeticFor":
        for (const part of [node.initialize, node.test, node.update])
          if (part !== undefined) visitArithmetic(part, this);
        this.#again(() => this.#list(node.body));
        return;
      case "Case":
        visitWord(node.word, this);
        for (const item of node.items) {
          for (const pattern of item.pattern) visitWord(pattern, this);
          this.#maybe(() => this.#list(item.body));
        }
        return;
      case "TestCommand":
        visitTest(node.expression, this);
        return;
      case "ArithmeticCommand":
        if (node.expression !== undefined) visitArithmetic(node.expression, this, true);
        else if (node.body.trim() !== "") this.notUnderstood(node, "this arithmetic");
        return;
      case "Function":
        this.#function(node);
        return;
      case "Coproc":
      case "Select":
        this.notUnderstood(node, node.type.toLowerCase());
    }
  }

  #for({ name, wordlist, body }: For): void {
    for (const word of wordlist ?? []) visitWord(word, this);
    const args = (wordlist ?? []).flatMap((word) => argumentsOf(word, this.context()));
    const [first] = args;
    if (first !== undefined) this.reads({ name: { ...first, values: ["for"] }, args }, false);
    this.#again(() => {
      this.assign(name.value, name, true);
      this.#list(body);
    });
  }

  #function({ name: { value: name }, name: at, body }: FunctionNode): void {
    if (!/^[A-Za-z_][\w-]*$/.test(name) || body.type === "CompoundList") {
      this.notUnderstood(at, "this function");
      return;
    }
    // A function that calls itself, or one that is defined twice, need not be what it seems.
    if (REGISTRY.has(name) || this.#defined.has(name)) {
      const reason = `the function ${name} would stand for a command of that name`;
      this.find(this.span(at), "not_understood", reason, "give the function a name of its own");
    }
    this.#defined.add(name);
    const moves = this.#moves;
    this.#apart(() => {
      // It may be called from anywhere, at any time.
      this.#scope = new Scope(undefined, undefined, this.#scope.functions);
      this.#command(body);
    });
    if (this.#moves !== moves) this.#moving.add(name);
    // An error earlier in the line would make bash skip the rest of it, and the name stand for a program.
    const line = this.source.slice(this.source.lastIndexOf("\n", at.pos - 1) + 1, at.pos);
    if (this.#nested === undefined && /^\s*(?:function\s+)?$/.test(line)) this.#scope.functions.add(name);
  }

  // Simple commands.

  #simple(node: Command): void {
    const { redirects, prefix, name, args } = node;
    for (const redirect of redirects) visitRedirection(redirect, this);
    const assign = () => {
      for (const item of prefix) if (item.type === "Assignment") visitAssignment(item, name, this);
    };
    if (redirects.length > 0) this.#maybe(assign);
    else assign();
    if (name === undefined) return;
    const words: Argument[] = [];
    for (const word of [name, ...args]) {
      if (word.type === "Word") {
        visitWord(word, this);
        words.push(...argumentsOf(word, this.context()));
      } else words.push(visitDeclaration(word, this));
    }
    const [first, ...rest] = words;
    const written = onlyValue(first);
    if (!isLiteral(name)) {
      this.find(
        this.span(name),
        "dynamic",
        `which command ${this.span(name).text} is cannot be told before it runs`,
        "write the command out",
      );
    } else if (written !== undefined && this.#scope.functions.has(written)) {
      this.commands.push(written);
      if (this.#moving.has(written)) this.enter();
    } else this.judgeCommand(words);
    if (DECLARING.has(name.value) && MAKES_LISTS.test(this.source)) {
      for (const arg of rest)
        if (arg.values === undefined && /^\w+\+?=[^(]?/.test(arg.prefix) && !/=\($/.test(arg.prefix))
          this.find(arg, "dynamic", "text that is assigned to a list is read as commands again", "assign it plainly");
    }
    if (isDeclaring(node, rest)) {
      for (const arg of args) {
        if (arg.type === "Assignment" && isPlainName(arg.name)) this.#scope.assigned.add(arg.name);
      }
    }
  }

  #call(call: CommandCall): void {
    const written = call.name.values[0];
    const name = written.replace(/^\/(?:usr\/(?:local\/)?)?s?bin\//, "");
    this.commands.push(written);
    // What it assigns was looked for by its name.
    if (ASSIGNING.has(name) && call.name.text.replace(/['"\\]/g, "") !== name) {
      this.find(
        call.name,
        "dynamic",
        `${call.name.text} sets variables, which cannot be seen`,
        "write the command out",
      );
    }
    const lost = name === "unset" ? call.args.find((arg) => this.#defined.has(onlyValue(arg) ?? "")) : undefined;
    if (lost !== undefined) this.find(lost, "not_understood", "what this name is afterwards cannot be told");
    const spec = REGISTRY.get(name);
    if (name.includes("/")) {
      this.find(call.name, "code", `${name} is a program given by its path, and may do anything`, TEACH);
    } else if (spec === undefined) {
      if (!isTaught(call, this.facts.allow)) {
        this.find(call.name, "unknown_command", `${name} is not known to only read`, TEACH);
      }
    } else if (spec.level === "WRITE") {
      this.find(call.name, "mutating", `${name} ${spec.reason}`, spec.hint);
    } else {
      const before = this.findings.length;
      spec.judge?.({ ...call, name: { ...call.name, values: [name] } }, this);
      const found = this.findings.slice(before);
      const isOnlyUnknown = found.length > 0 && found.every(({ code }) => code === "unknown_option");
      if (isOnlyUnknown && isTaught(call, this.facts.allow)) this.findings.length = before;
    }
    // The first word of git is a sub-command.
    const args = name === "git" ? call.args.slice(1) : call.args;
    this.reads({ ...call, args }, spec?.recursive?.(call) ?? false);
  }
}

/** Whether what a command reads is what the one before it prints. */
function readsItsInput(node: CommandNode): boolean {
  return node.type === "Command" && node.redirects.every((redirect) => /^(?:>|&>)/.test(redirect.operator));
}

const DECLARING = new Set(["declare", "typeset", "local", "readonly"]);
const MAKES_LISTS = /=\(|\b(?:declare|local|typeset|readonly|read)\s+-\w*[aA]|\bmapfile\b|\breadarray\b/;

/** A name without any expansion in it, which could come to nothing. */
function isLiteral({ parts }: Word): boolean {
  return (parts ?? []).every((part) => {
    if (part.type === "DoubleQuoted") return part.parts.every(({ type }) => type === "Literal");
    return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
  });
}

/** Whether the assignments of this command certainly happen. */
function isDeclaring({ name, redirects }: Command, args: readonly Argument[]): boolean {
  if (!["declare", "typeset", "readonly"].includes(name?.value ?? "") || redirects.length > 0) return false;
  return args.every((arg) => !/^[-+]/.test(arg.prefix) || /^-[agrA]+$/.test(onlyValue(arg) ?? ""));
}

/** Loops in loops are visited more than once. */
const MOST_LEVELS = 40;

/** Scripts in scripts in scripts. */
const MOST_SCRIPTS = 3;

/** Commands that run commands that run commands. */
const MOST_WRAPPED = 10;

const TEACH = "use a command that only reads; a person can teach this one in shell_allow of their own configuration";
