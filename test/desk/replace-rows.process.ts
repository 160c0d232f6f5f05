import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RowDatabase } from "../../src/desk/file-store/row-database.ts";

// Deletes the database and makes it anew, until its channel closes.

const [path = ""] = process.argv.slice(2);
const rows = new RowDatabase(path);
process.on("disconnect", () => process.exit());
process.send?.("ready");
for (;;) {
  for (const ending of ["", "-journal"]) rmSync(`${path}${ending}`, { force: true });
  rows.exclusively(() => rows.keep((database) => database.exec("DELETE FROM meta WHERE key = 'none'")));
  await sleep(Math.random() * 10);
}
