import { quoted } from "../quoted.ts";
import type { Standing } from "../standing.ts";
import { isList } from "./block.ts";
import type { StepPiece } from "./layout.ts";
import { readStep } from "./read-step.ts";
import type { Section } from "./sections.ts";
import type { Source } from "./source.ts";

interface StepsRead {
  steps: Record<string, unknown>[];
  claims: NonNullable<Standing["steps"]>;
  pieces: StepPiece[];
}

/** The steps of the section that holds them, with ids for those that have none. */
export function readSteps(source: Source, section: Section, toolSuffix: boolean): StepsRead {
  const items = section.nodes.flatMap((node) => (isList(node, "ordered") ? node.children : []));
  const reads = items.map((item, index) => readStep(source, item, `steps[${index}]`, toolSuffix));
  const taken = new Set(reads.flatMap(({ step }) => (typeof step.id === "string" ? [step.id] : [])));
  const seen = new Set<string>();
  const claims: [string, NonNullable<StepsRead["claims"]>[string]][] = [];
  reads.forEach(({ step, claim, piece }, index) => {
    const id = typeof step.id === "string" ? step.id : freeId(`step-${index + 1}`, taken);
    const path = `steps[${index}].id`;
    if (seen.has(id)) {
      source.problems.push(
        source.located({
          severity: "error",
          kind: "duplicate_step",
          message: `two steps have the id ${quoted(id)}`,
          path,
        }),
      );
    }
    taken.add(id);
    seen.add(id);
    step.id = id;
    piece.key = id;
    if (claim) claims.push([id, claim]);
  });
  return {
    steps: reads.map(({ step }) => step),
    claims: Object.fromEntries(claims),
    pieces: reads.map(({ piece }) => piece),
  };
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let more = 2; taken.has(id); more++) id = `${wanted}-${more}`;
  return id;
}
