import { forEachChild, parse, type SyntaxNode } from "unbash";

/** Every word of a command line that is certain, wherever it stands: also targets of redirections. */
export function wordsOf(command: string): string[] {
  const words: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Word" && node.value !== "") words.push(node.value);
    forEachChild(node, visit);
  };
  try {
    visit(parse(command));
  } catch {
    return command.split(/\s+/).filter((word) => word !== "");
  }
  return words;
}
