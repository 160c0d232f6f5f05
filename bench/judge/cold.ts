// What the first judgement of a process costs; prints milliseconds as JSON.
const start = performance.now();
const { judge } = await import("../../src/policy/judge.ts");
const { realWorld } = await import("../../src/desk/world.ts");
const loaded = performance.now();
const { bash, planning } = await import("../../test/policy/situation.ts");
const cwd = process.cwd();
const situation = planning({ facts: { cwd, project: cwd, world: realWorld() } });
const ready = performance.now();
judge(bash("git log --oneline -5 | cat"), situation);
const first = performance.now();
judge(bash("git log --oneline -9 | head"), situation);
const second = performance.now();
console.log(JSON.stringify({ loading: loaded - start, "first line": first - ready, "second line": second - first }));
