import { chmodSync } from "node:fs";
import { Ground } from "./snapshot-fixture.ts";

// For somebody who is not root: what becomes of files that they cannot read, or write.
const ground = new Ground();
try {
  ground.write("src/a.ts", "one\n");
  ground.write("closed/x", "one\n");
  const snapshots = await ground.open();
  const before = await snapshots.take("before");
  ground.write("new", "x");
  for (const path of ["src/a.ts", "closed", "new"]) chmodSync(ground.path(path), 0);
  const { id, leftOut } = await snapshots.take({ step: "s", attempt: 1 });
  const changed = await snapshots.changed(before.id, id);
  for (const path of ["src/a.ts", "closed"]) chmodSync(ground.path(path), 0o700);
  ground.write("src/a.ts", "two\n");
  const after = await snapshots.take({ step: "s", attempt: 2 });
  const back = () => snapshots.rollback(before.id, { expected: after.id, only: (path) => path === "src/a.ts" });
  chmodSync(ground.path("src/a.ts"), 0);
  const refused = await back();
  chmodSync(ground.path("src/a.ts"), 0o644);
  chmodSync(ground.path("src"), 0o500);
  const half = await back();
  const conflicts = refused.ok ? undefined : refused.conflicts;
  console.log(JSON.stringify({ leftOut, changed, conflicts, left: half.ok ? half.left : half }));
} finally {
  ground.clear();
}
