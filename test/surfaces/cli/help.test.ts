import { describe, expect, it } from "vitest";
import { columns } from "../../../src/plan/wrap.ts";
import { run } from "../../../src/surfaces/cli/commands/help.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../../../src/surfaces/cli/commands.ts";
import { openSession } from "../../../src/surfaces/cli/session.ts";

async function help(...words: string[]): Promise<string> {
  const reply = await run(openSession({ json: false, directory: "." }), { words, options: {} });
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.text;
}

/** The words alone: where lines are broken does not matter. */
const flat = (text: string): string => text.replace(/\s+/g, " ");

describe("help", () => {
  it("lists every command with its summary in 80 columns", async () => {
    const text = await help();
    expect(text.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
    for (const { name, summary } of COMMANDS) expect(flat(text)).toContain(`${name} ${summary}`);
  });

  it.each(COMMANDS)("of $name tells its usage and every option in 80 columns", async ({ name, usage, options }) => {
    const text = await help(name);
    expect(text.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
    expect(flat(text)).toContain(`Usage: countersign ${usage}`);
    for (const [option, info] of Object.entries({ ...options, ...GLOBAL_OPTIONS })) {
      expect(flat(text)).toContain(`--${option}${info.value ? ` ${info.value}` : ""} ${info.help}`);
    }
  });

  it("does not know a command that is not there", async () => {
    const reply = await run(openSession({ json: false, directory: "." }), { words: ["aprove"], options: {} });
    expect(reply).toMatchObject({ ok: false, exit: 2, error: { hint: "Did you mean approve?" } });
  });
});
