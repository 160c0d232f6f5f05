import { LOWEST_NODE } from "./node-version.ts";

/**
 * Node's SQLite. Node 22 and early versions of Node 24 warn on loading that it is experimental; only that warning is
 * dropped, because every command would print it.
 */
export function nodeSqlite(): typeof import("node:sqlite") {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...more: []) => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) emitWarning.call(process, warning, ...more);
  }) as typeof emitWarning;
  try {
    const sqlite: typeof import("node:sqlite") | undefined = process.getBuiltinModule("node:sqlite");
    if (sqlite) return sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new Error(
    `Countersign needs Node ${LOWEST_NODE} or newer; Node ${process.versions.node} has no SQLite (node:sqlite).`,
  );
}
