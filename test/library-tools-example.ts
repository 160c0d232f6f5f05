import { type Desk, judgeCall, KNOWN_TOOLS, registerTools, settle, type Tool } from "../src/index.ts";

/** A tool as the AI SDK takes it, as far as it matters here; description and schema stay as they are. */
interface SdkTool {
  needsApproval?: boolean | ((input: never, call: { toolCallId: string }) => boolean | PromiseLike<boolean>);
  execute?: (input: never, call: { toolCallId: string }) => unknown;
}

type Input = Readonly<Record<string, unknown>>;

/** What your tools do, by name: which fields hold paths or a command, and whether they write. Unknown tools are denied. */
const MY_TOOLS: Tool[] = [
  { name: "readFile", source: "app", category: "read", risk: "low", description: "Reads a file", paths: ["path"] },
  {
    name: "writeFile",
    source: "app",
    category: "write",
    risk: "medium",
    description: "Writes a file",
    paths: ["path"],
  },
  {
    name: "shell",
    source: "app",
    category: "execute",
    risk: "high",
    description: "Runs a command",
    command: "command",
  },
];

/** The same tools for `generateText({ tools })`: no call runs before the policy has judged it. */
export function gated<Tools extends Record<string, SdkTool>>(desk: Desk, agent: string, tools: Tools): Tools {
  const registry = registerTools(KNOWN_TOOLS, MY_TOOLS);
  // The input of each call that a person is asked about.
  const asked = new Map<string, string>();
  const judge = async (tool: string, input: Input) => {
    const judged = await judgeCall(desk, agent, { tool, source: "app", input }, { registry, sandbox: "off" });
    if (!judged.ok) throw new Error(judged.refusal.message);
    return judged.value.verdict;
  };
  const gate = ([name, tool]: [string, SdkTool]): [string, SdkTool] => {
    const { execute, needsApproval = false } = tool;
    if (execute === undefined) return [name, tool];
    return [
      name,
      {
        ...tool,
        needsApproval: async (input: Input, call: { toolCallId: string }) => {
          const isAsked = (await judge(name, input)).verdict === "confirm";
          if (isAsked) asked.set(call.toolCallId, JSON.stringify(input));
          return isAsked || (typeof needsApproval === "function" ? needsApproval(input as never, call) : needsApproval);
        },
        execute: async (input: Input, call: { toolCallId: string }) => {
          const verdict = await judge(name, input);
          // The SDK makes a call that it asked about only after a person's yes. A denial stays one, whatever they said.
          const answer = asked.get(call.toolCallId) === JSON.stringify(input) ? "yes" : undefined;
          asked.delete(call.toolCallId);
          // The SDK gives the model the message of an error: it says why, and what to do instead.
          if (settle(verdict, answer) === "refuse")
            throw new Error([verdict.code, verdict.reason, verdict.hint].filter(Boolean).join(": "));
          return execute(input as never, call);
        },
      },
    ];
  };
  return Object.fromEntries(Object.entries(tools).map(gate)) as Tools;
}
