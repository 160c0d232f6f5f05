import { quoted } from "../../plan/quoted.ts";
import { analysedLine } from "../analysed-line.ts";
import { named } from "../named.ts";
import { pathsOf } from "../paths-of.ts";
import type { Rule, Word } from "../rule.ts";
import type { Situation, StepScope } from "../situation.ts";
import type { Tool, ToolCall } from "../tool.ts";
import { toolOf } from "../tool-of.ts";
import { isOutside, outsideWrite } from "../written-places.ts";

/**
 * No step writes outside the project without a person's confirmation, which no setting waives. In the sandbox no
 * command can.
 */
export const outsideProject: Rule = {
  name: "outside-project",
  priority: 140,
  code: "CONFIRMATION_NEEDED",
  judge(call, situation) {
    if (situation.mode !== "executing") return undefined;
    const tool = toolOf(call, situation);
    if (tool?.command !== undefined) return byCommand(call, tool, situation);
    return tool?.category === "write" ? byPath(call, tool, situation) : undefined;
  },
  examples: [
    { call: { tool: "bash", source: "pi", input: { command: "rm -rf ../other" } }, says: "nothing" },
    { call: bash("rm -rf ../other"), situation: step(), says: "confirm", code: "CONFIRMATION_NEEDED" },
    { call: bash("rm -rf ../other"), situation: { ...step(), settings: { yolo: true } }, says: "confirm" },
    { call: bash("rm -rf ../other"), situation: { ...step(), facts: { sandbox: "on" } }, says: "nothing" },
    { call: bash("rm -rf build"), situation: step(), says: "nothing" },
    // An unknown value may be any path.
    { call: bash('rm -rf "$UNSET/"'), situation: step(), says: "confirm" },
    { call: bash("cd / && rm -rf *"), situation: step(), says: "confirm" },
    { call: bash("dd if=a of=/dev/sda"), situation: step(), says: "confirm" },
    { call: bash("echo x > /dev/sda"), situation: step(), says: "confirm" },
    { call: bash("mkfs.ext4 disk.img"), situation: step(), says: "confirm" },
    { call: bash("git -C /elsewhere clean -fdx"), situation: step(), says: "confirm" },
    { call: bash("make > /tmp/log"), situation: { ...step(), facts: { temp: "/tmp" } }, says: "nothing" },
    { call: bash("rm -rf /tmp/x"), situation: { ...step(), facts: { temp: "/tmp" } }, says: "confirm" },
    {
      call: { tool: "write", source: "pi", input: { path: "../x" } },
      situation: { ...step(), settings: { scope: "full" } },
      says: "confirm",
    },
    { call: { tool: "write", source: "pi", input: { path: "x" } }, situation: step(), says: "nothing" },
  ],
};

function byCommand(call: ToolCall, tool: Tool, situation: Situation): Word | undefined {
  if (situation.facts.sandbox !== "off") return undefined;
  const found = analysedLine(call, tool, situation);
  if (typeof found === "string") return undefined;
  const outside = outsideWrite(found.analysis, situation.facts);
  if (outside === undefined) return undefined;
  const { text, place } = outside;
  if (place === undefined) return confirm(`Where ${quoted(text)} writes is unknown: it may be outside the project.`);
  return confirm(`${quoted(text)} may change ${named(place)}, which is outside the project.`);
}

/** Tools write from the host's own process, outside any sandbox. */
function byPath(call: ToolCall, tool: Tool, { facts }: Situation): Word | undefined {
  for (const path of pathsOf(call, tool, facts)) {
    const outside = "because" in path ? undefined : path.places.find((place) => isOutside(place, facts, true));
    if (outside !== undefined) return confirm(`${quoted(path.text)} is outside the project.`);
  }
  return undefined;
}

function confirm(reason: string): Word {
  return { says: "confirm", code: "CONFIRMATION_NEEDED", reason, isFirm: true };
}

function bash(command: string): ToolCall {
  return { tool: "bash", source: "pi", input: { command } };
}

function step(more: Omit<StepScope, "id"> = { tools: ["bash", "write"] }) {
  return { mode: "executing", activePlan: true, scope: { step: { id: "one", ...more } } } as const;
}
