import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { makeProject } from "../../../agent/bench/project.ts";
import { openRpc, type UiAnswer } from "../../../agent/bench/rpc.ts";
import { CONFIRMATION, FREE_QUESTION } from "./sample-requests.ts";

const source = fileURLToPath(new URL("../../../../src/surfaces/terminal/dialogs/show-request.ts", import.meta.url));

it("reaches whoever drives pi by its protocol, and is closed there when somebody else answers", async () => {
  const project = makeProject();
  const file = join(project.root, "asking.ts");
  const log = join(project.root, "outcomes.json");
  const requests = [CONFIRMATION, FREE_QUESTION, CONFIRMATION];
  writeFileSync(
    file,
    `import { writeFileSync } from "node:fs";
    import { showRequest } from ${JSON.stringify(source)};
    export default (pi) => pi.registerCommand("requests", { handler: async (_args, { ui, mode }) => {
      const outcomes = [];
      const requests = ${JSON.stringify(requests)};
      for (const [index, request] of requests.entries()) {
        const abort = new AbortController();
        const shown = showRequest(ui, request, { mode, signal: abort.signal });
        if (index === 2) abort.abort({ by: "ana", how: "allowed it" });
        outcomes.push(await shown);
      }
      writeFileSync(${JSON.stringify(log)}, JSON.stringify(outcomes));
    } });`,
  );
  const answers: Record<string, UiAnswer> = {
    "May bash be used?": { value: "3. Refuse, and say what to do instead…" },
    "The agent asks": { value: "15 minutes" },
  };
  let isRefused = false;
  const pi = await openRpc({
    project,
    extensions: [file],
    script: [],
    answer: ({ method, title }) => {
      if (method === "input" && !isRefused) {
        isRefused = true;
        return { value: "use trash" };
      }
      // The last one is left open.
      return isRefused && method === "select" ? undefined : answers[String(title).split("\n")[0] ?? ""];
    },
  });
  await pi.send({ type: "prompt", message: "/requests" });
  expect(await pi.quit()).toBe(0);
  expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject([
    { kind: "answered", answer: { kind: "confirmation", allow: false, note: "use trash" } },
    { kind: "answered", answer: { kind: "question", text: "15 minutes" } },
    { kind: "aside" },
  ]);
});
