import { writeFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** An extension of somebody else's with a tool that writes. */
export default function secondExtension(pi: ExtensionAPI): void {
  pi.registerTool({
    name: "scribble",
    label: "Scribble",
    description: "Writes into a file",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as never,
    async execute(_id: string, { path }: { path: string }) {
      writeFileSync(path, "scribbled");
      return { content: [{ type: "text", text: "scribbled" }], details: undefined };
    },
  } as never);
}
