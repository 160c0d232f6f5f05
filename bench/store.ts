import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// How long plans take to find and to keep, in a project with 100, 1,000 and 10,000 of them, beside the way of tools that
// keep plans in files only: read and parse every file at every start. Each measurement is a new process; "inside" is
// measured in it, from after its imports to the answer in hand; "process" is its whole life, with Node's own start.

const SIZES = [100, 1000, 10_000];
/** The goal is 6 ms where the disk alone takes 1.4. A disk that is busy with something else must not fail it. */
const DESK = { most: 6.5, goal: 4.3 };
const [task, directory = "", size = "0"] = process.argv.slice(2);

if (task === undefined) await compare();
else console.log(JSON.stringify(await perform(task)));

type Measured = Record<string, number>;

async function compare(): Promise<void> {
  const results: Record<number, Measured> = {};
  for (const count of SIZES) results[count] = measureAll(count);
  const names = Object.keys(results[SIZES[0] ?? 0] ?? {});
  console.log(`${"milliseconds".padEnd(44)}${SIZES.map((count) => `${count} plans`.padStart(14)).join("")}`);
  for (const name of names) {
    console.log(
      `${name.padEnd(44)}${SIZES.map((count) => (results[count]?.[name] ?? 0).toFixed(1).padStart(14)).join("")}`,
    );
  }
  const at = (count: number, name: string) => results[count]?.[name] ?? Number.NaN;
  const most = SIZES.at(-1) ?? 0;
  const few = SIZES[0] ?? 0;
  console.log(`\nwith ${most} plans, against reading and parsing every file:`);
  verdict("cold get, inside", at(most, "read every file, inside") / at(most, "cold get, inside"), "at least", 50);
  // Most of its time is Node's own start, and that of the sources as they are.
  verdict("cold get, process", at(most, "read every file, process") / at(most, "cold get, process"), "at least", 20);
  verdict(
    "cold list, inside",
    at(most, "read every file, inside") / at(most, "cold list of 50, inside"),
    "at least",
    10,
  );
  verdict(
    "cold list, process",
    at(most, "read every file, process") / at(most, "cold list of 50, process"),
    "at least",
    10,
  );
  console.log(`\nwith ${most} plans, against ${few}:`);
  verdict("cold get, inside", at(most, "cold get, inside") / at(few, "cold get, inside"), "at most", 2);
  const { propose = 0, edit = 0, disk = 0 } = measureDesk();
  const rounded = [propose, edit, disk].map((value) => value.toFixed(1));
  console.log(`\na desk at work, against the disk alone (${rounded.join(", ")} ms):`);
  verdict(`propose (goal: ${DESK.goal})`, propose / disk, "at most", DESK.most);
  verdict(`edit (goal: ${DESK.goal})`, edit / disk, "at most", DESK.most);
}

function verdict(name: string, ratio: number, bound: "at least" | "at most", limit: number): void {
  const holds = bound === "at least" ? ratio >= limit : ratio <= limit;
  console.log(`  ${name.padEnd(34)} ${ratio.toFixed(1).padStart(8)}   ${bound} ${limit}: ${holds ? "yes" : "NO"}`);
  if (!holds) process.exitCode = 1;
}

function measureAll(count: number): Measured {
  const root = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  try {
    run("fill", root, count);
    const rebuilt = run("list", root, count);
    const get = median(15, () => run("get", root, count));
    const list = median(15, () => run("list", root, count));
    const written = run("write", root, count);
    const peer = run("peer", root, count);
    return {
      "read every file, inside": peer["inside"] ?? 0,
      "read every file, process": peer["process"] ?? 0,
      "cold get, inside": get["inside"] ?? 0,
      "cold get, process": get["process"] ?? 0,
      "cold list of 50, inside": list["inside"] ?? 0,
      "cold list of 50, process": list["process"] ?? 0,
      "warm list of 50": list["warm"] ?? 0,
      "create, synced": written["create"] ?? 0,
      "update, synced": written["update"] ?? 0,
      "list without a database (it is rebuilt)": rebuilt["inside"] ?? 0,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measureDesk(): Measured {
  const root = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  try {
    return run("desk", root, 0);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function run(what: string, root: string, count: number): Measured {
  const start = performance.now();
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), what, root, String(count)], {
    encoding: "utf8",
    env: {
      ...process.env,
      COUNTERSIGN_HOME: join(root, "home"),
      NODE_COMPILE_CACHE: join(tmpdir(), "countersign-bench-cache"),
    },
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return { ...(JSON.parse(child.stdout) as Measured), process: performance.now() - start };
}

/** Of each figure the middle one. */
function median(times: number, measure: () => Measured): Measured {
  const all = Array.from({ length: times }, measure);
  const names = Object.keys(all[0] ?? {});
  const middle = (name: string) => all.map((one) => one[name] ?? 0).sort((a, b) => a - b)[times >> 1] ?? 0;
  return Object.fromEntries(names.map((name) => [name, middle(name)]));
}

async function perform(what: string): Promise<Measured> {
  const project = join(directory, "project");
  switch (what) {
    case "fill": {
      const { fillStore } = await import("./store/fill-store.ts");
      await fillStore(project, Number(size));
      return {};
    }
    case "get": {
      const { Desk } = await import("../src/desk/desk.ts");
      const start = performance.now();
      const desk = new Desk({ directory: project });
      const found = await desk.plan(`PLAN-${(Number(size) >> 1).toString(16).padStart(8, "0")}`);
      const inside = performance.now() - start;
      if (!found.ok || found.value.kind !== "standing") throw new Error(JSON.stringify(found));
      return { inside };
    }
    case "list": {
      const { Desk } = await import("../src/desk/desk.ts");
      const start = performance.now();
      const desk = new Desk({ directory: project });
      const { rows, next } = await desk.plans({ limit: 50 });
      const inside = performance.now() - start;
      if (rows.length !== 50 || next === undefined) throw new Error(`${rows.length} plans of ${size}`);
      const again = performance.now();
      await desk.plans({ limit: 50 });
      return { inside, warm: performance.now() - again };
    }
    case "peer": {
      const { readEveryFile } = await import("./store/read-every-file.ts");
      const start = performance.now();
      const rows = await readEveryFile(join(project, ".pi", "plans"));
      const inside = performance.now() - start;
      if (rows.length < Number(size)) throw new Error(`${rows.length} plans`);
      return { inside };
    }
    case "desk": {
      const { proposeAndEdit } = await import("./store/propose-and-edit.ts");
      return proposeAndEdit(project);
    }
    case "write": {
      const { createAndUpdate } = await import("./store/create-and-update.ts");
      return createAndUpdate(project);
    }
    default:
      throw new Error(`Nobody knows how to ${what}.`);
  }
}
