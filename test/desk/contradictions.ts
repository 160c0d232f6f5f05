import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { audit } from "../../src/desk/audit.ts";
import { loadCodec } from "../../src/desk/codec.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { viewPlan } from "../../src/desk/plan-view.ts";
import { isPlanId } from "../../src/plan/plan.ts";

/** Everything in which journals, files, rows and audit contradict each other, and everything that was left lying about. */
export async function contradictions(desk: Desk): Promise<string[]> {
  const { journals, entries } = await audit(desk);
  const found = journals.flatMap(({ journal, broken }) =>
    broken ? [`${journal}: ${broken.kind}, ${broken.message}`] : [],
  );
  const names = journals.map(({ journal }) => journal);
  for (const id of names.filter(isPlanId)) found.push(...(await wrongFile(desk, id)));
  const rows = await rowsOf(desk);
  for (const { id, status, version, archived } of rows.plans) {
    const plan = await desk.plan(id);
    const state = plan.ok && plan.value.kind === "standing" ? plan.value.state : undefined;
    const truth = `${state?.status} v${state?.version} ${state?.archived}`;
    if (truth !== `${status} v${version} ${archived}`)
      found.push(`${id}: row says ${status} v${version}, journal ${truth}`);
    const audited = entries.filter(({ journal }) => journal === id).at(-1)?.version;
    if (audited !== version) found.push(`${id}: audit ends at ${audited}, row at ${version}`);
  }
  await desk.store.rebuild();
  const derived = await rowsOf(desk);
  if (JSON.stringify(rows) !== JSON.stringify(derived))
    found.push(`rows differ from those derived anew: ${difference(rows, derived)}`);
  const missing = names.filter((name) => isPlanId(name) && !rows.plans.some(({ id }) => id === name));
  found.push(...missing.map((id) => `${id} has a journal, but no row`));
  return [...found, ...strays(desk, names)];
}

async function wrongFile(desk: Desk, id: string): Promise<string[]> {
  const { read } = await loadCodec();
  const loaded = await desk.store.loadPlan(id);
  const view = viewPlan(loaded, read);
  if (view.kind !== "standing") return [`${id} is ${view.kind}: ${JSON.stringify(view).slice(0, 300)}`];
  if (view.edit) return [`${id}: the file is not as the last commit left it`];
  if (loaded.file.kind !== "present") return [`${id}: file is ${loaded.file.kind}`];
  const document = read(loaded.file.text);
  if ("problems" in document) return [`${id}: ${JSON.stringify(document.problems)}`];
  const { status, version } = document.document.claims;
  const place = view.state.archived ? "archive" : "plans";
  const wrong: string[] = [];
  if (loaded.file.place !== place) wrong.push(`${id} is in ${loaded.file.place}, ought to be in ${place}`);
  if (status !== view.state.status || version !== view.state.version) {
    wrong.push(`${id}: file says ${status} v${version}, journal ${view.state.status} v${view.state.version}`);
  }
  return wrong;
}

async function rowsOf(desk: Desk) {
  const everything = { limit: 1_000_000 };
  return {
    plans: [...(await desk.plans(everything)).rows, ...(await desk.plans({ ...everything, archived: true })).rows],
    requests: await desk.store.listRequests(everything),
    agents: await desk.store.listAgents(),
  };
}

function difference(before: Record<string, unknown[]>, after: Record<string, unknown[]>): string {
  const lines = (rows: Record<string, unknown[]>) =>
    new Set(
      Object.values(rows)
        .flat()
        .map((row) => JSON.stringify(row)),
    );
  const only = (a: Set<string>, b: Set<string>) => [...a].filter((line) => !b.has(line)).join("\n  ");
  return `\n  ${only(lines(before), lines(after))}\n against\n  ${only(lines(after), lines(before))}`;
}

/** Files nobody asked for. */
function strays(desk: Desk, journals: string[]): string[] {
  const plans = join(desk.project, ".pi", "plans");
  const known: [string, RegExp][] = [
    [join(desk.project, ".pi"), /^plans$/],
    [plans, /^(\.gitignore|archive|sessions|artifacts|\.unfinished|\.state|PLAN-\w{8}\.md)$/],
    [join(plans, ".state"), /^(\.gitignore|state\.db(-journal)?)$/],
    [join(plans, ".unfinished"), /^$/],
    [join(plans, "archive"), /^PLAN-\w{8}\.md$/],
    [join(plans, "sessions"), new RegExp(`^(\\.gitignore|(${journals.join("|")})\\.jsonl)$`)],
    [desk.home.directory, /^(home\.db(-wal|-shm)?|keys)$/],
    [join(desk.home.directory, "keys"), /^(current|[0-9a-f]{16}\.key)$/],
  ];
  const found = known.flatMap(([directory, expected]) =>
    readdirSync(directory)
      .filter((name) => !expected.test(name))
      .map((name) => `stray file ${join(directory, name)}`),
  );
  const empty = journals.filter((name) => readFileSync(join(plans, "sessions", `${name}.jsonl`)).length === 0);
  return [...found, ...empty.map((name) => `the journal of ${name} is empty`)];
}
