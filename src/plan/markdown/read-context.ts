import { isComment, isFence } from "./block.ts";
import { parsedJson } from "./escape.ts";
import type { Piece } from "./layout.ts";
import { lineStart } from "./lines.ts";
import { readItems } from "./list-items.ts";
import { readProse } from "./prose.ts";
import { contentOf, divide, type Section } from "./sections.ts";
import type { Source } from "./source.ts";

interface ContextRead {
  context: Record<string, unknown>;
  /** The parts that occur in one place, and can be replaced there. */
  parts: Piece[];
}

/** `### Tool Outputs` as one JSON block, `### Notes`, `### Artifacts`; everything else counts as notes. */
export function readContext(source: Source, section: Section): ContextRead {
  const notes: { text: string; piece?: Piece }[] = [];
  const context: Record<string, unknown> = {};
  const parts: Piece[] = [];
  const seen = new Set<string>();
  source.mark("context", section.start);
  for (const part of joinUnknown(divide(source.text, section.nodes, 3, section.body))) {
    const name = part.preamble ? "" : part.heading.trim().toLowerCase();
    const content = contentOf(source.text, part);
    if (name !== "" && seen.has(name))
      source.error(part.start, "duplicate_section", `"### ${part.heading}" is there twice`);
    seen.add(name);
    if (name === "tool outputs") {
      context.tool_outputs = readToolOutputs(source, part);
      parts.push({ key: "tool_outputs", ...content });
    } else if (name === "artifacts") {
      const { artifacts, others } = readArtifacts(source, part);
      if (artifacts.length > 0) context.artifacts = artifacts;
      notes.push(...others.map((text) => ({ text })));
      if (others.length === 0) parts.push({ key: "artifacts", ...content });
    } else if (content.end > content.start) {
      source.mark("context.notes", content.start);
      const text = readProse(source.text, content, part.nodes);
      notes.push(name === "" ? { text } : { text, piece: { key: "notes", ...content } });
    }
  }
  if (notes.length > 0) context.notes = notes.map(({ text }) => text).join("\n\n");
  const [only] = notes;
  if (notes.length === 1 && only?.piece) parts.push(only.piece);
  return { context, parts };
}

/** An unknown heading is part of the notes around it. */
function joinUnknown(parts: Section[]): Section[] {
  const joined: Section[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.preamble || KNOWN.has(part.heading.trim().toLowerCase())) joined.push(part);
    else if (last && (last.preamble || last.heading.trim().toLowerCase() === "notes")) {
      last.body.end = part.body.end;
      last.nodes.push(...part.nodes);
    } else joined.push({ ...part, preamble: true, body: { start: part.start, end: part.body.end } });
  }
  return joined;
}

const KNOWN = new Set(["tool outputs", "notes", "artifacts"]);

function readToolOutputs(source: Source, part: Section): unknown {
  const nodes = part.nodes.filter((node) => !isComment(node));
  const [block, more] = nodes;
  const at = block?.start ?? part.start;
  source.mark("context.tool_outputs", at);
  const hint = 'write { "name": { "tool": …, "operation": …, "data": … } } in a ```json block';
  if (more || !isFence(block)) {
    source.error(at, "tool_outputs", "tool outputs must be one JSON block", { path: "context.tool_outputs", hint });
    return undefined;
  }
  const value = parsedJson(block.value);
  if (value === undefined) {
    source.error(at, "tool_outputs", "the JSON of the tool outputs is not valid", {
      path: "context.tool_outputs",
      hint,
    });
  }
  return value;
}

/** An artifact is identified by its content: without a complete hash, a line is only a note about a file. */
function readArtifacts(source: Source, part: Section): { artifacts: object[]; others: string[] } {
  const artifacts: object[] = [];
  const others: string[] = [];
  for (const { text, start, end } of readItems(source.text, part.nodes)) {
    const [, name, sha256] = /^(\S+) \(sha256:([0-9a-f]{64})\)$/.exec(text) ?? [];
    if (name !== undefined) {
      source.mark(`context.artifacts[${artifacts.length}]`, start);
      artifacts.push({ name, sha256 });
      continue;
    }
    const hint = "write it as - name (sha256:…) with all 64 digits";
    const at = lineStart(source.text, end);
    source.warn(Math.min(start, at), "artifact_without_hash", "this names no artifact and is read as a note", { hint });
    others.push(`- ${text}`);
  }
  return { artifacts, others };
}
