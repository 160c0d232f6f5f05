import type { CommandNode, CompoundList, For, Function as FunctionNode } from "unbash";
import { findCommand } from "./find-command.ts";
import { visitArithmetic } from "./visit-arithmetic.ts";
import { visitRedirection } from "./visit-redirection.ts";
import { visitTest } from "./visit-test.ts";
import { visitWord } from "./visit-word.ts";
import type { Walking } from "./walking.ts";
import { argumentOf } from "./words.ts";

type Compound = Exclude<CommandNode, { type: "Command" }>;

/** A command made of commands: what is in it, and what is certain after each part of it. */
export function visitCompound(node: Compound, walking: Walking): void {
  const { flow } = walking;
  const list = ({ commands }: CompoundList) => walking.statements(commands);
  switch (node.type) {
    case "Redirected":
      for (const redirect of node.redirects) visitRedirection(redirect, walking);
      // If a file cannot be opened, nothing runs.
      flow.maybe(() => walking.command(node.command));
      return;
    case "Subshell":
      flow.apart(() => list(node.body));
      return;
    case "BraceGroup":
      list(node.body);
      return;
    case "If":
      list(node.clause);
      flow.maybe(() => list(node.then));
      for (const { clause, then } of node.elif) {
        flow.maybe(() => {
          list(clause);
          list(then);
        });
      }
      flow.maybe(() => node.else && list(node.else));
      return;
    case "While":
      flow.again(() => {
        list(node.clause);
        list(node.body);
      });
      return;
    case "For":
      visitFor(node, walking);
      return;
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update])
        if (part !== undefined) visitArithmetic(part, walking);
      flow.again(() => list(node.body));
      return;
    case "Case":
      visitWord(node.word, walking);
      for (const item of node.items) {
        for (const pattern of item.pattern) visitWord(pattern, walking);
        flow.maybe(() => list(item.body));
      }
      return;
    case "TestCommand":
      visitTest(node.expression, walking);
      return;
    case "ArithmeticCommand":
      if (node.expression !== undefined) visitArithmetic(node.expression, walking, true);
      else if (node.body.trim() !== "") walking.notUnderstood(node, "this arithmetic");
      return;
    case "Function":
      visitFunction(node, walking);
      return;
    case "Coproc":
      walking.notUnderstood(node, "coproc");
      flow.apart(() => (node.body.type === "CompoundList" ? list(node.body) : walking.command(node.body)));
      return;
    case "Select":
      walking.notUnderstood(node, "select");
      flow.again(() => list(node.body));
  }
}

function visitFor({ name, wordlist = [], body }: For, walking: Walking): void {
  for (const word of wordlist) visitWord(word, walking);
  const args = wordlist.map((word) => argumentOf(word, walking.context()));
  const [first] = args;
  if (first !== undefined) walking.reads({ name: { ...first, values: ["for"] }, args }, false);
  walking.flow.again(() => {
    walking.assign(name.value, name, true);
    walking.statements(body.commands);
  });
}

function visitFunction({ name: at, body }: FunctionNode, walking: Walking): void {
  const { flow, functions } = walking;
  const name = at.value;
  if (!/^[A-Za-z_][\w-]*$/.test(name) || body.type === "CompoundList") {
    walking.notUnderstood(at, "this function");
    return;
  }
  // A function that calls itself, or one that is defined twice, need not be what it seems.
  if (findCommand(name) !== undefined || functions.isDefined(name)) {
    const reason = `the function ${name} would stand for a command of that name`;
    walking.find(walking.span(at), "not_understood", reason, "give the function a name of its own");
  }
  functions.define(name, flow.scope, () => flow.inBody(name, () => walking.command(body)));
  // Where it may have been skipped, the name may stand for a program.
  if (walking.isAtLineStart(at)) flow.scope.functions.add(name);
}
