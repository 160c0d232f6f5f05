import type { TestExpression } from "unbash";
import { unsoundPattern } from "./backstop.ts";
import type { Visit } from "./visit.ts";
import { visitNumber } from "./visit-arithmetic.ts";
import { visitPart, visitWord } from "./visit-word.ts";

/** What stands in `[[ … ]]`. */
export function visitTest(node: TestExpression, visit: Visit): void {
  switch (node.type) {
    case "TestLogical":
      for (const operand of node.operands) visitTest(operand, visit);
      return;
    case "TestNot":
      visitTest(node.operand, visit);
      return;
    case "TestGroup":
      visitTest(node.expression, visit);
      return;
    case "TestUnary":
      if (node.operator !== "-v" && node.operator !== "-R") visitWord(node.operand, visit);
      // A name can have brackets, and bash runs what is in them.
      else if (!/^[A-Za-z_]\w*$/.test(node.operand.text)) visit.notUnderstood(node, "which variable this tests");
      return;
    case "TestBinary":
      visitWord(node.left, visit);
      if (node.operator === "=~") {
        if (unsoundPattern(node.right) !== undefined) visit.notUnderstood(node.right, "this pattern");
        for (const part of node.right.parts ?? []) visitPart(part, visit);
        return;
      }
      visitWord(node.right, visit);
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) {
        visitNumber(node.left, visit);
        visitNumber(node.right, visit);
      }
  }
}
