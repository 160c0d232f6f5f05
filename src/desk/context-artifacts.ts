import type { Artifact, Context, Plan } from "../plan/plan.ts";
import { crypto } from "./crypto.ts";

/** A plan with the context that fits inline; larger parts are in files beside it, named in the plan by their hashes. */
const INLINE_BYTES = 50 * 1024;

export interface Spilled {
  plan: Plan;
  artifacts: { name: string; text: string }[];
}

/** Moves the largest pieces of a plan's context into artifacts until the rest is small enough. */
export function spillContext(plan: Plan): Spilled {
  const { tool_outputs: outputs = {}, notes, artifacts: before = [], ...rest } = plan.context ?? {};
  const pieces = [
    ...Object.entries(outputs).map(([name, output]) => ({
      kind: "output" as const,
      name,
      text: JSON.stringify(output, undefined, 2),
    })),
    ...(notes === undefined ? [] : [{ kind: "notes" as const, name: "notes", text: notes }]),
  ].sort((a, b) => size(b.text) - size(a.text));
  let inline = pieces.reduce((sum, piece) => sum + size(piece.text), 0);
  const spilled: typeof pieces = [];
  for (const piece of pieces) {
    if (inline <= INLINE_BYTES) break;
    inline -= size(piece.text);
    spilled.push(piece);
  }
  if (spilled.length === 0) return { plan, artifacts: [] };
  const taken = new Set(before.map(({ name }) => name));
  const files = spilled.map((piece) => ({ name: freeName(piece, taken), text: piece.text }));
  const moved = new Set(spilled.filter(({ kind }) => kind === "output").map(({ name }) => name));
  const kept = Object.entries(outputs).filter(([name]) => !moved.has(name));
  const context: Context = {
    ...rest,
    ...(kept.length > 0 && { tool_outputs: Object.fromEntries(kept) }),
    ...(notes !== undefined && !spilled.some(({ kind }) => kind === "notes") && { notes }),
    artifacts: [...before, ...files.map(({ name, text }): Artifact => ({ name, sha256: sha256(text) }))],
  };
  return { plan: { ...plan, context }, artifacts: files };
}

function freeName({ kind, name }: { kind: "output" | "notes"; name: string }, taken: Set<string>): string {
  const safe =
    name
      .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, 80) || "context";
  const ending = kind === "notes" ? "md" : "json";
  let free = `${safe}.${ending}`;
  for (let n = 2; taken.has(free); n++) free = `${safe}-${n}.${ending}`;
  taken.add(free);
  return free;
}

function sha256(text: string): string {
  return crypto().createHash("sha256").update(text).digest("hex");
}

function size(text: string): number {
  return Buffer.byteLength(text);
}
