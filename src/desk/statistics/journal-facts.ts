import { isPlanId } from "../../plan/plan.ts";
import { breathe } from "../breathe.ts";
import type { Desk } from "../desk.ts";
import { isAgentId } from "../file-store/project-paths.ts";
import { replay } from "../plan-view.ts";
import type { SealedRecord } from "../seal.ts";
import { agentFacts } from "./agent-facts.ts";
import { type JournalFacts, KeptFacts } from "./kept-facts.ts";
import { planFacts } from "./plan-facts.ts";

export interface FactsRead {
  facts: JournalFacts[];
  /** Broken journals: nothing in them is counted. */
  broken: string[];
}

/** Stored in batches of so many, so that an interrupted count keeps its progress. */
const PORTION = 500;

/** The facts of all journals of a project. Journals that have not grown are not read again. */
export async function journalFacts(desk: Desk): Promise<FactsRead> {
  const kept = new KeptFacts(desk.project);
  const known = kept.all();
  const heads = new Map(
    desk
      .homeDatabase()
      .heads(desk.project)
      .map(({ journal, seal }) => [journal, seal]),
  );
  const read: FactsRead = { facts: [], broken: [] };
  let fresh: Parameters<KeptFacts["keep"]>[0][number][] = [];
  for (const name of await desk.store.journalNames()) {
    await breathe();
    if (!isPlanId(name) && !isAgentId(name)) continue;
    const before = known.get(name);
    if (before && before.seal === heads.get(name)) {
      read.facts.push(before.facts);
      continue;
    }
    const { records, broken } = await desk.store.loadJournal(name);
    const facts = broken ? undefined : factsOf(name, records);
    const last = records.at(-1);
    if (facts === undefined || last === undefined) {
      if (broken || last) read.broken.push(name);
      continue;
    }
    read.facts.push(facts);
    fresh.push({ journal: name, seal: last.seal, facts });
    if (fresh.length < PORTION) continue;
    kept.keep(fresh);
    fresh = [];
  }
  kept.keep(fresh);
  return read;
}

function factsOf(name: string, records: readonly SealedRecord[]): JournalFacts | undefined {
  if (!isPlanId(name)) return agentFacts(records);
  const state = replay(records);
  return "senseless" in state || state.status === "absent" ? undefined : planFacts(records, state.status);
}
