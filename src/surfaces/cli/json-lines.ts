import { print } from "./output.ts";

/**
 * Answers each line of standard input with one line of JSON at once; returns how many lines were understood. Other lines
 * get an answer, too, so that the nth answer is for the nth line.
 */
export async function jsonLines<It>(
  understand: (value: unknown) => It | undefined,
  answer: (it: It | undefined) => object,
): Promise<number> {
  let understood = 0;
  for await (const line of linesOf(process.stdin)) {
    const it = understand(parsed(line));
    if (it !== undefined) understood++;
    print(`${JSON.stringify(answer(it))}\n`);
  }
  return understood;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Node's readline also ends a line at U+2028, which a JSON string may contain. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const lines = decoder.decode(chunk, { stream: true }).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
