import type { Rule } from "../rule.ts";
import { guardedTools } from "./guarded-tools.ts";
import { ignoreList } from "./ignore-list.ts";
import { outsideProject } from "./outside-project.ts";
import { planMode } from "./plan-mode.ts";
import { planScope } from "./plan-scope.ts";
import { protectedPaths } from "./protected-paths.ts";
import { readOnlyTools } from "./read-only-tools.ts";
import { templateTools } from "./template-tools.ts";
import { yolo } from "./yolo.ts";

/** Every rule, in the order in which verdicts explain themselves. */
export const CHAIN: readonly Rule[] = [
  planMode,
  planScope,
  protectedPaths,
  outsideProject,
  guardedTools,
  readOnlyTools,
  templateTools,
  yolo,
  ignoreList,
];
