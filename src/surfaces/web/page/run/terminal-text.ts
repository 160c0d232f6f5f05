import { visible } from "../../../../plan/visible.ts";

/** A piece of output in one look: `bad bold`. */
export interface Piece {
  text: string;
  look: string;
}

/**
 * What a program printed for a terminal, line by line: its colours as looks, lines that it wrote over as the last of them.
 * Everything else that a terminal would obey is spelled out.
 */
export function terminalLines(output: string): Piece[][] {
  const style = { colour: "", bold: false };
  const lines = output.replace(/\r\n/g, "\n").split("\n");
  return lines.map((line) => {
    const last = line.split("\r").findLast((part) => part !== "") ?? "";
    const pieces: Piece[] = [];
    let at = 0;
    for (const found of last.matchAll(SEQUENCE)) {
      push(pieces, last.slice(at, found.index), style);
      at = found.index + found[0].length;
      if (found[2] === "m") apply(style, found[1] ?? "");
    }
    push(pieces, last.slice(at), style);
    return pieces.some(({ look }) => look !== "") ? pieces : pieces.map((piece) => ({ ...piece, look: lookOf(last) }));
  });
}

const SEQUENCE = /\u001b\[([0-9;]*)([A-Za-z])/g;

function push(pieces: Piece[], text: string, { colour, bold }: { colour: string; bold: boolean }): void {
  if (text === "") return;
  const look = [colour, bold ? "strong" : ""].filter(Boolean).join(" ");
  pieces.push({ text: visible(text, { multiline: true }), look });
}

const COLOURS: Record<number, string> = { 1: "bad", 2: "ok", 3: "warn", 4: "ink", 5: "ink", 6: "run" };

function apply(style: { colour: string; bold: boolean }, codes: string): void {
  for (const code of codes.split(";").map(Number)) {
    if (code === 0) Object.assign(style, { colour: "", bold: false });
    else if (code === 1) style.bold = true;
    else if (code === 2 || code === 90) style.colour = "quiet";
    else if (code === 22) style.bold = false;
    else if (code === 39) style.colour = "";
    else if ((code >= 30 && code <= 37) || (code >= 91 && code <= 97)) style.colour = COLOURS[code % 10] ?? "";
  }
}

/** Of output without colours of its own: the marks that test runners print. */
function lookOf(line: string): string {
  if (/^\s*(?:✗|×|✘|✖|not ok\b|FAIL\b|FAILED\b|Error\b|\S*Error:)/.test(line)) return "bad";
  return /^\s*(?:✓|✔|ok \d|PASS\b)/.test(line) ? "ok" : "";
}
