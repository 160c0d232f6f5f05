import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Desk } from "../../../desk/desk.ts";
import { projectPaths } from "../../../desk/file-store/project-paths.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import type { PlanId, StepId } from "../../../plan/plan.ts";
import { openPlanSnapshots, patchOf, type StepPatch } from "../../../run/open-plan-snapshots.ts";
import { RunLog } from "../../../run/run-log.ts";
import type { StepDiff, StepLog } from "../api/timeline.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { servedProject } from "./served.ts";
import { wholeCharacters } from "./whole-characters.ts";

const MOST_FILES = 300;
const LONGEST_PATCH = 100_000;
const LONGEST_LOG = 512 * 1024;

/** What steps changed, and what they said. */
export function stepHandlers(dashboard: Dashboard): Pick<Handlers, "stepDiff" | "stepLog"> {
  return {
    async stepDiff({ params, query: { step } }): Promise<Outcome<StepDiff>> {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const found = await changesOf(project.value.desk, params["plan"] ?? "", step, dashboard.env);
      if (!found.ok) return found;
      const patches = patchesByFile(found.value.patch);
      const files = found.value.files.slice(0, MOST_FILES).map(({ path, how }) => {
        const patch = patches.get(path) ?? "";
        const lines = patch.split("\n");
        const body = lines.slice(
          Math.max(
            0,
            lines.findIndex((line) => line.startsWith("@@")),
          ),
        );
        return {
          ...{ path, how },
          added: body.filter((line) => line.startsWith("+")).length,
          removed: body.filter((line) => line.startsWith("-")).length,
          patch: patch.slice(0, LONGEST_PATCH),
          is_cut: patch.length > LONGEST_PATCH,
        };
      });
      return yes({ files, total: found.value.files.length });
    },
    async stepLog({ params, query: { step, attempt, from = 0 } }): Promise<Outcome<StepLog>> {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const { desk } = project.value;
      const plan = await usablePlan(desk, params["plan"] ?? "");
      if (!plan.ok) return plan;
      const { id, run, proposal } = plan.value;
      const steps = (run?.plan ?? proposal.plan).steps;
      if (!steps.some((one) => one.id === step)) return no("unknown_step", `${id} has no step ${step}.`);
      const attempts = attemptsOf(desk.project, id, step);
      const wanted = attempt ?? attempts.at(-1) ?? 1;
      const file = new RunLog(desk.project, id).fileOf(step, wanted);
      const { text, size, from: begin, to } = readFrom(file, from);
      const plain = stripVTControlCharacters(text.replaceAll("\r\n", "\n"));
      return yes({ text: plain, attempt: wanted, attempts: attempts.length, size, from: begin, to });
    },
  };
}

async function changesOf(
  desk: Desk,
  id: PlanId,
  step: StepId | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Outcome<Pick<StepPatch, "files" | "patch">>> {
  const plan = await usablePlan(desk, id);
  if (!plan.ok) return plan;
  const { status, is_rolled_back } = (step === undefined ? undefined : plan.value.run?.steps.get(step)) ?? {};
  // Files are compared when an attempt ends; a page may ask before it knows that it began again, or was rolled back.
  if (status === "pending" || status === "in_progress" || is_rolled_back) return yes({ files: [], patch: "" });
  const opened = await openPlanSnapshots(desk, plan.value, env);
  if (!opened.ok) return opened;
  const found = await patchOf(opened.value, step);
  if (found.ok) return found;
  const now = await usablePlan(desk, id);
  // The step began again while its snapshots were read.
  return now.ok && now.value.version !== plan.value.version ? changesOf(desk, id, step, env) : found;
}

/** By path, each file's part of what git shows. */
function patchesByFile(patch: string): Map<string, string> {
  const parts = patch.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "));
  return new Map(parts.map((part) => [pathOf(part), part]));
}

function pathOf(part: string): string {
  const named = /^\+\+\+ (?:"?b\/)(.*?)"?$/m.exec(part)?.[1] ?? /^--- (?:"?a\/)(.*?)"?$/m.exec(part)?.[1];
  return named ?? /^diff --git a\/(.*) b\/\1$/m.exec(part)?.[1] ?? "";
}

/** The attempts that left a log, in their order. */
function attemptsOf(project: string, id: string, step: string): number[] {
  try {
    const names = readdirSync(join(projectPaths(project).sessions, id));
    return names
      .flatMap((name) =>
        name.startsWith(`${step}-`) ? (/^-(\d{1,6})\.log$/.exec(name.slice(step.length))?.[1] ?? []) : [],
      )
      .map(Number)
      .sort((a, b) => a - b);
  } catch {
    return [];
  }
}

interface LogPart {
  text: string;
  size: number;
  from: number;
  to: number;
}

/** A part of a file, of whole characters; nothing of one that is missing or no file. */
function readFrom(file: string, from: number): LogPart {
  let fd: number | undefined;
  const none = { text: "", size: 0, from, to: 0 };
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(fd);
    if (!stats.isFile()) return none;
    const buffer = Buffer.alloc(Math.max(0, Math.min(LONGEST_LOG, stats.size - from)));
    const length = buffer.length === 0 ? 0 : readSync(fd, buffer, 0, buffer.length, from);
    const { start, end } = wholeCharacters(buffer.subarray(0, length));
    const text = buffer.subarray(start, end).toString("utf8");
    return { text, size: stats.size, from: from + start, to: from + end };
  } catch {
    return none;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
