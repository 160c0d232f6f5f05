import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findHome } from "../../../src/desk/home.ts";
import { loadDiscordConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import { inviteLink } from "../../../src/surfaces/discord/config/invite-link.ts";
import { installLine } from "../../../src/surfaces/discord/config/optional-parts.ts";
import { SLASH_COMMANDS } from "../../../src/surfaces/discord/interactions/slash-commands.ts";

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
const page = read("docs/surfaces/discord.md");

describe("the page about Discord", () => {
  it("tells of every command", () => {
    const [plan] = SLASH_COMMANDS;
    for (const { name } of plan.options) expect(page).toContain(`\`/plan ${name}`);
    expect(page).toContain("`/plans`");
  });

  it("tells of every button of a plan's card", () => {
    const labels = [...read("src/surfaces/discord/cards/plan-buttons.ts").matchAll(/label: "([^"]+)"/g)];
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.map(([, label = ""]) => label).filter((label) => !page.includes(`**${label}**`))).toEqual([]);
  });

  it("installs what is needed, in the versions that are meant", () => {
    expect(page).toContain(installLine().replace("npm install ", "npm install -g countersign "));
  });

  it("asks for as many permissions as the invite link does", () => {
    const [, listed = ""] = /these permissions and no others: \*([^*]+)\*/.exec(page) ?? [];
    const asked = BigInt(new URL(inviteLink("100000000000000001")).searchParams.get("permissions") ?? 0);
    expect(listed.split(",")).toHaveLength([...asked.toString(2)].filter((bit) => bit === "1").length);
  });

  it("has a configuration that is right", () => {
    const scratch = mkdtempSync(join(tmpdir(), "discord-page-"));
    onTestFinished(() => rmSync(scratch, { recursive: true }));
    const [, written = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
    const file = join(scratch, "discord.json");
    writeFileSync(file, written);
    expect(loadDiscordConfig(findHome({ COUNTERSIGN_HOME: scratch }), file)).toMatchObject({
      problems: [],
      config: { agents: [{ name: "Builder" }] },
    });
  });
});
