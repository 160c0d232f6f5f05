import type { Registry } from "../registry.ts";
import { CHORUS_TOOLS } from "./chorus.ts";
import { CLAUDE_CODE_TOOLS } from "./claude-code.ts";
import { CODEX_TOOLS } from "./codex.ts";
import { COUNTERSIGN_TOOLS } from "./countersign.ts";
import { PI_TOOLS } from "./pi.ts";
import { TUNACODE_TOOLS } from "./tunacode.ts";

/** The tools that every host starts with; hosts register more. */
export const KNOWN_TOOLS: Registry = [
  ...COUNTERSIGN_TOOLS,
  ...PI_TOOLS,
  ...CLAUDE_CODE_TOOLS,
  ...CODEX_TOOLS,
  ...CHORUS_TOOLS,
  ...TUNACODE_TOOLS,
];
