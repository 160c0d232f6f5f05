import { describe, expect, it } from "vitest";
import { extension, tool } from "./bench/extension.ts";
import { calls, says } from "./bench/model.ts";
import { openSession } from "./bench/session.ts";

// What we rely on in pi where a tool calls others, which it can from 1.x on.

describe("a call that a tool makes", () => {
  it("is told of with its input before the hooks, passes them with the id of its parent, and is in no message", async () => {
    const seen: unknown[] = [];
    const { prompt, saw, session } = await openSession({
      files: { "a.txt": "alpha\n" },
      extensions: [
        extension("look", (pi) => {
          const note = (event: object) => {
            const { type, toolName, args, input, parentToolCallId } = event as Record<string, unknown>;
            if (toolName === "read") seen.push([type, args ?? input, typeof parentToolCallId]);
          };
          pi.on("tool_execution_start", note);
          pi.on("tool_call", note);
          pi.on("tool_execution_end", note);
        }),
        extension("caller", (pi) => {
          const run = async (_input: unknown, _signal: unknown, context: object) => {
            const { executeTool } = context as {
              executeTool(name: string, input: unknown): Promise<{ isError: boolean }>;
            };
            return (await executeTool("read", { path: "a.txt" })).isError ? "failed" : "called";
          };
          pi.registerTool(tool("caller", run));
        }),
      ],
      responses: [calls(["caller", {}]), says("done")],
    });
    await prompt("go");
    expect(seen).toEqual([
      ["tool_execution_start", { path: "a.txt" }, "string"],
      ["tool_call", { path: "a.txt" }, "string"],
      ["tool_execution_end", undefined, "string"],
    ]);
    expect(saw.results).toEqual([["caller", false, "called"]]);
    const parts = session.messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
    expect(parts.flatMap((part) => (part.type === "toolCall" ? part.name : []))).toEqual(["caller"]);
  });

  it("fails in a session in which no model has called anything", async () => {
    let told = "";
    const { session } = await openSession({
      extensions: [
        extension("caller", (pi) => {
          const run = async (_input: unknown, _signal: unknown, context: object) => {
            const { executeTool } = context as { executeTool(name: string, input: unknown): Promise<unknown> };
            told = JSON.stringify(await executeTool("bash", { command: "true" }));
          };
          pi.registerTool(tool("caller", run));
        }),
      ],
    });
    await session.agent.state.tools.find(({ name }) => name === "caller")?.execute("1", {});
    expect(told).toContain("No assistant message issued this call");
  });
});
