import type { HomeDatabase } from "./home-database.ts";

/** The directories of the projects that the dashboard at this port shows, in the order in which they were added. */
export function servedProjects(home: HomeDatabase, port: number): string[] {
  return home.access
    .all<{ directory: string }>(
      "SELECT directory FROM served_projects WHERE port = ? ORDER BY added_at, directory",
      port,
    )
    .map(({ directory }) => directory);
}

/** Another process may be running that dashboard: it finds the project at its next request. */
export function serveProject(home: HomeDatabase, port: number, directory: string, at: string): void {
  home.access.run(
    "INSERT OR IGNORE INTO served_projects (port, directory, added_at) VALUES (?, ?, ?)",
    port,
    directory,
    at,
  );
}

/** Before a dashboard starts at this port. */
export function forgetServedProjects(home: HomeDatabase, port: number): void {
  home.access.run("DELETE FROM served_projects WHERE port = ?", port);
}
