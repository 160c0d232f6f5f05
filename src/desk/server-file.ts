import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, replaceSynced } from "./durable.ts";
import type { Home } from "./home.ts";
import { isRunning, type ProcessIdentity } from "./process-identity.ts";

/** A dashboard that runs on this machine, as it wrote itself down for other commands of its user. */
export interface RunningServer {
  port: number;
  /** The address that persons open. It holds no secret. */
  address: string;
  process: ProcessIdentity;
  started_at: string;
}

/** Those whose process runs, by port. The file of a dead one is removed. */
export function runningServers(home: Home): RunningServer[] {
  const directory = serversDirectory(home);
  return fileNames(directory)
    .flatMap((name) => {
      const path = join(directory, name);
      const server = readServer(path);
      if (server && isRunning(server.process)) return [server];
      rmSync(path, { force: true });
      return [];
    })
    .sort((a, b) => a.port - b.port);
}

export function writeServerFile(home: Home, server: RunningServer): void {
  makeDirectory(serversDirectory(home), 0o700);
  replaceSynced(fileOf(home, server.port), JSON.stringify(server), 0o600);
}

export function removeServerFile(home: Home, port: number): void {
  rmSync(fileOf(home, port), { force: true });
}

export function serversDirectory({ directory }: Home): string {
  return join(directory, "servers");
}

function fileOf(home: Home, port: number): string {
  return join(serversDirectory(home), `${port}.json`);
}

function fileNames(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function readServer(path: string): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as RunningServer;
  } catch {
    return undefined;
  }
}
