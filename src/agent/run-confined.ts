import type { AgentToolResult } from "@earendil-works/pi-coding-agent";
import { type Confined, leftWords, trespassWords } from "../run/confine.ts";
import { unkeptWords } from "../run/unkept.ts";

interface Told {
  /** Protected paths that it created. */
  trespassed(paths: readonly string[]): void;
  /** Processes that it left running, and that were ended. */
  left?: string[] | undefined;
  /** Paths that it created outside of its step's files, beside another step. */
  unkept?(paths: readonly string[]): void;
}

/** Runs a confined command; the model is told, too, which files are not kept and which processes it left running. */
export async function runConfined<T>(
  confined: Confined,
  run: () => Promise<AgentToolResult<T>>,
  told: Told,
): Promise<AgentToolResult<T>> {
  const released = (): string | undefined => {
    const left = confined.left();
    told.left?.push(...left);
    const { trespassed: paths, unkept } = confined.release();
    if (paths.length > 0) told.trespassed(paths);
    if (unkept.length > 0) told.unkept?.(unkept);
    const words = [
      ...(paths.length > 0 ? [trespassWords(paths)] : []),
      ...(unkept.length > 0 ? [unkeptWords(unkept)] : []),
      ...(left.length > 0 ? [`The command ${leftWords(left)}`] : []),
    ];
    return words.length > 0 ? words.join("\n") : undefined;
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
