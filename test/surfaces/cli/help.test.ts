import { describe, expect, it } from "vitest";
import { columns } from "../../../src/plan/wrap.ts";
import { run } from "../../../src/surfaces/cli/commands/help.ts";
import { COMMANDS, optionsOf } from "../../../src/surfaces/cli/commands.ts";
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
    expect(text).toContain("  countersign serve --open   open the dashboard in a browser\n");
    for (const { name, summary } of COMMANDS) expect(flat(text)).toContain(`${name} ${summary}`);
  });

  it.each(COMMANDS)("of $name tells its usage and every option in 80 columns", async (command) => {
    const { name, usage, exits } = command;
    const text = await help(name);
    expect(text.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
    expect(flat(text)).toContain(`Usage: countersign ${usage}`);
    if (exits !== undefined) expect(flat(text)).toContain(`Exit code: ${exits}`);
    for (const [option, info] of Object.entries(optionsOf(command))) {
      expect(flat(text)).toContain(`--${option}${info.value ? ` ${info.value}` : ""} ${info.help}`);
    }
  });

  it("breaks no line within brackets", async () => {
    for (const { name } of COMMANDS) {
      for (const line of (await help(name)).split("\n\n")[1]?.split("\n") ?? [])
        expect([line, line.split("[").length]).toEqual([line, line.split("]").length]);
    }
  });

  it("offers no JSON of what has none", async () => {
    expect(await help("demo")).not.toMatch(/--json|--dir/);
    expect(await help("plans")).toMatch(/--json[\s\S]*--dir/);
  });

  it("does not know a command that is not there", async () => {
    const reply = await run(openSession({ json: false, directory: "." }), { words: ["aprove"], options: {} });
    expect(reply).toMatchObject({ ok: false, exit: 2, error: { hint: "Did you mean approve?" } });
  });
});
