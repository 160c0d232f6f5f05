import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { RowDatabase } from "../../src/desk/file-store/row-database.ts";
import { withStateDatabase } from "../../src/desk/file-store/with-state-database.ts";

// Uses the rows of a project as a process with a desk does, until its channel closes.

const places = projectPaths(process.argv[2] ?? "");
const rows = new RowDatabase(places.database);
process.on("disconnect", () => process.exit());
for (let count = 1; ; count++) {
  rows.exclusively(() => {
    const key = `count ${count % 100}`;
    rows.keep((database) => database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, `${count}`));
    withStateDatabase(places, (database) => database.all("SELECT value FROM meta"));
  });
  withStateDatabase(places, (database) => database.run("DELETE FROM meta WHERE key = 'count 7'"));
  if (count % 20 === 0 && process.connected) process.send?.(rows.openings);
  await new Promise(setImmediate);
}
