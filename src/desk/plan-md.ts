import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import type { PlanId } from "../plan/plan.ts";
import { crypto } from "./crypto.ts";
import type { Desk } from "./desk.ts";
import { createSynced, renameSynced, syncDirectory } from "./durable.ts";
import { hashOf } from "./hash-of.ts";

export type PlanMdOutcome =
  | { kind: "written"; file: string; isNew: boolean }
  /** There is another file, and it stays. */
  | { kind: "kept"; file: string; because: string };

/** The text of an approved plan. */
export interface SignedText {
  id: PlanId;
  revision: number;
  text: string;
}

/**
 * Writes every plan that is approved here to `PLAN.md`, if the settings say so. Returns a function that stops it, and
 * resolves when all are written.
 */
export function planMdWriter(desk: Desk, tell: (outcome: PlanMdOutcome) => void): () => Promise<void> {
  if (!desk.configuration.config.write_plan_md) return async () => {};
  let last = Promise.resolve();
  const write = async (id: PlanId): Promise<void> => {
    const found = await desk.plan(id);
    const state = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
    if (state === undefined || !("approval" in state)) return;
    const { revision, text } = state.approval.signed;
    tell(writePlanMd(desk.project, { id, revision, text }));
  };
  const stop = desk.listen(({ name, journal }) => {
    if (name !== "plan.approved") return;
    last = last
      .then(() => write(journal))
      .catch((error: unknown) => tell(kept(desk.project, error instanceof Error ? error.message : String(error))));
  });
  return () => {
    stop();
    return last;
  };
}

/** Writes `PLAN.md` atomically and durably. Replaces only a file that Countersign wrote and that is unchanged since. */
export function writePlanMd(project: string, signed: SignedText): PlanMdOutcome {
  const file = join(project, NAME);
  const found = look(file);
  if (typeof found === "string") return kept(project, found);
  const temporary = join(project, `.${NAME}.${crypto().randomBytes(6).toString("hex")}`);
  try {
    createSynced(temporary, marked(signed));
    if (found === undefined) {
      // Unlike a rename, a link never replaces a file that was created in between.
      linkSync(temporary, file);
      syncDirectory(project);
    } else {
      if (!isSame(found, lstatSync(file))) return kept(project, "another process is changing it");
      renameSynced(temporary, file);
    }
    return { kind: "written", file, isNew: found === undefined };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return kept(project, code === "EEXIST" ? "another process is writing it" : `the system says ${code}`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

const NAME = "PLAN.md";
const LARGEST = 16 * 1024 * 1024;

const OPENING = "---\n";
/** A comment in the front matter marks the file as Countersign's; the hash of the rest shows whether it is unchanged. */
const MARK = /^---\n# countersign: PLAN-\w+, revision \d+, sha256:([0-9a-f]{64})\. [^\n]*\n/;

/** The file begins with the plan's front matter, so that it can be read, and proposed, as a plan. */
function marked({ id, revision, text }: SignedText): string {
  const about = "A copy of the approved plan; editing it changes nothing.";
  const rest = text.startsWith(OPENING) ? text.slice(OPENING.length) : `${OPENING}\n${text}`;
  return `${OPENING}# countersign: ${id}, revision ${revision}, sha256:${hashOf(rest)}. ${about}\n${rest}`;
}

/** The stat of our unchanged file, undefined if there is no file, or why it is not ours. */
function look(file: string): Stats | string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    if (code === "ENOENT") return undefined;
    return code === "ELOOP" ? "it is a link" : `the system says ${code}`;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return "it is no file";
    if (stats.size > LARGEST) return "Countersign did not write it";
    const text = readFileSync(descriptor, "utf8");
    const [mark, hash] = MARK.exec(text) ?? [];
    if (mark === undefined) return "Countersign did not write it";
    return hashOf(text.slice(mark.length)) === hash ? stats : "it was edited by hand";
  } finally {
    closeSync(descriptor);
  }
}

function isSame(before: Stats, now: Stats): boolean {
  return before.ino === now.ino && before.size === now.size && before.ctimeMs === now.ctimeMs;
}

function kept(project: string, because: string): PlanMdOutcome {
  return { kind: "kept", file: join(project, NAME), because };
}
