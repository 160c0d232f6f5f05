import { describe, expect, it } from "vitest";
import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { MIGRATIONS } from "../../src/desk/file-store/row-index.ts";
import { openDatabase } from "../../src/desk/sqlite.ts";
import { fixture, must } from "./fixture.ts";

describe("a row of an older Countersign", () => {
  it("is derived again, so that it counts steps as every other surface does", async () => {
    const f = fixture();
    const steps = ["a", "b", "c"].map((id) => ({ id, title: id }));
    const { plan } = must(await f.desk.propose({ title: "Three steps", steps }, f.person));
    const choices = { left_out: ["c"] };
    must(await f.desk.send(plan.id, { type: "approve", revision: 1, digest: plan.proposal.digest, choices }, f.person));
    const before = (await f.desk.plans({ limit: 5 })).rows[0];
    expect(before).toMatchObject({ steps: 2, steps_done: 0 });
    f.desk.close();
    const database = openDatabase(projectPaths(f.project).database, MIGRATIONS, {
      durability: "NORMAL",
      whenDamaged: "",
    });
    database.run("UPDATE plans SET row = ?", JSON.stringify({ ...before, steps: 3 }));
    database.exec("ALTER TABLE signs DROP COLUMN boot; ALTER TABLE signs DROP COLUMN up; DROP TABLE seen_signs;");
    database.exec("DROP TABLE texts; DROP INDEX requests_closed;");
    database.exec("PRAGMA user_version = 5");
    database.close();
    expect((await f.open().plans({ limit: 5 })).rows[0]).toEqual(before);
  });
});
