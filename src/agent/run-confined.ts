import type { AgentToolResult } from "@earendil-works/pi-coding-agent";
import { type Confined, trespassWords } from "../run/confine.ts";

/** Runs a confined command; the model and `tell` get the protected paths that it created. */
export async function runConfined<T>(
  { release }: Confined,
  run: () => Promise<AgentToolResult<T>>,
  tell: (paths: readonly string[]) => void,
): Promise<AgentToolResult<T>> {
  const released = (): string | undefined => {
    const paths = release();
    if (paths.length === 0) return undefined;
    tell(paths);
    return trespassWords(paths);
  };
  let result: AgentToolResult<T>;
  try {
    result = await run();
  } catch (error) {
    const words = released();
    if (words === undefined || !(error instanceof Error)) throw error;
    throw new Error(`${error.message}\n\n${words}`, { cause: error });
  }
  const words = released();
  return words === undefined ? result : { ...result, content: [...result.content, { type: "text", text: words }] };
}
