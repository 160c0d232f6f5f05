import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { projectPaths } from "../../../desk/file-store/project-paths.ts";
import { unknownStep } from "../../../desk/unknown-step.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { visible } from "../../../plan/visible.ts";
import { number } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { refused, reply } from "../reply.ts";

interface Log {
  step: string;
  attempt: number;
  file: string;
}

/** The output of a plan's steps: of the last attempt, unless another is named. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const attempt = number(args, "attempt");
  const desk = await session.desk();
  const found = await usablePlan(desk, id);
  if (!found.ok) return refused(found.refusal);
  const plan = found.value;
  const known = (plan.run?.plan ?? plan.proposal.plan).steps.map((one) => one.id);
  if (step !== undefined && !known.includes(step)) return refused(unknownStep(step, known).refusal);
  const logs = logsIn(join(projectPaths(desk.project).sessions, id), known)
    .filter((log) => step === undefined || log.step === step)
    .filter(
      (log, _, all) =>
        log.attempt === (attempt ?? Math.max(...all.flatMap((one) => (one.step === log.step ? one.attempt : [])))),
    )
    .map((log) => ({ step: log.step, attempt: log.attempt, text: readFileSync(log.file, "utf8") }));
  if (logs.length === 0) return reply({ logs }, `There is no output of ${step ?? id}.`);
  const { style } = session;
  const text = logs.map((log) => {
    const head = step === undefined || logs.length > 1 ? `${style.bold(`${log.step}, attempt ${log.attempt}`)}\n` : "";
    return `${head}${shown(log.text)}`;
  });
  return reply({ logs }, text.join("\n"));
};

/** The files `<step>-<attempt>.log`; a step's id may end in a number, too. */
function logsIn(directory: string, steps: readonly string[]): Log[] {
  const logs = names(directory).flatMap((name): Log[] => {
    const [, step = "", attempt] = /^(.+)-(\d+)\.log$/.exec(name) ?? [];
    const file = join(directory, name);
    return steps.includes(step) && lstatSync(file).isFile() ? [{ step, attempt: Number(attempt), file }] : [];
  });
  return logs.sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step) || a.attempt - b.attempt);
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Without colours; characters that would move the cursor or hide text are spelled out. */
function shown(text: string): string {
  const plain = visible(stripVTControlCharacters(text.replaceAll("\r\n", "\n")), { multiline: true });
  return plain.endsWith("\n") ? plain : `${plain}\n`;
}
