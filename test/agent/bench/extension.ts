import type { ExtensionAPI, ExtensionContext, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

/** A tool that says it ran, and does what it is told meanwhile. */
export function tool(
  name: string,
  run: (params: Record<string, unknown>, signal: AbortSignal | undefined, ctx: ExtensionContext) => unknown = () =>
    undefined,
  more: Partial<ToolDefinition> = {},
): ToolDefinition {
  return {
    name,
    label: name,
    description: name,
    parameters: Type.Object({ value: Type.Optional(Type.String()) }),
    async execute(_id, params, signal, _update, ctx) {
      const said = await run(params as Record<string, unknown>, signal, ctx);
      return { content: [{ type: "text", text: String(said ?? `${name} ran`) }], details: undefined };
    },
    ...more,
  } as ToolDefinition;
}

/** An extension of somebody else's. */
export function extension(name: string, factory: (pi: ExtensionAPI) => void | Promise<void>) {
  return { name, factory };
}

/** An extension that does nothing but lend its hands to the test. */
export function hands() {
  let lent: ExtensionAPI | undefined;
  const held = extension("hands", (pi) => {
    lent = pi;
  });
  const pi = () => {
    if (!lent) throw new Error("The extension is not loaded yet.");
    return lent;
  };
  return { held, pi };
}
