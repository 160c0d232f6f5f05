import { DatabaseSync } from "node:sqlite";

// Locks a database, says so, and keeps the lock until it is ended.

const database = new DatabaseSync(process.argv[2] ?? "");
database.exec("BEGIN IMMEDIATE");
process.send?.("locked");
setInterval(() => {}, 1000);
