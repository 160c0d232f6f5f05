// Runs one command line after the other in this process, each in a directory and an environment of its own: to load the
// program takes longer than most commands do. Standard input and output are what the request and the answer hold.
import fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CompiledParts } from "../../../src/surfaces/cli/compiled-parts.ts";
import type { main as Main } from "../../../src/surfaces/cli/main.ts";
import type { CommandAnswer, CommandRequest } from "./command-process.ts";

const [directory = ""] = process.argv.slice(2);
// Loaded once for all commands, and no home is this process's own.
const parts = new CompiledParts({
  ...{ directory, require: createRequire(join(directory, "main.cjs")), build: "", command: "other" },
  import: (id) => import(id),
  home: join(directory, "no-home"),
});
const { main } = parts.load("part-main.cjs") as { main: typeof Main };

let input = Buffer.alloc(0);
let said: Record<number, Buffer[]> = {};
const { readSync, writeSync, readFileSync } = fs;

Object.assign(fs, {
  writeSync(fd: number, data: string | Uint8Array, ...rest: never[]) {
    if (fd !== 1 && fd !== 2) return writeSync(fd, data as Uint8Array, ...rest);
    const bytes = Buffer.from(data as string).subarray(Number(rest[0] ?? 0));
    said[fd]?.push(bytes);
    return bytes.length;
  },
  readSync(fd: number, into: Buffer, ...rest: never[]) {
    if (fd !== 0) return readSync(fd, into, ...rest);
    const count = input.copy(into);
    input = input.subarray(count);
    return count;
  },
  readFileSync(file: number | string, ...rest: never[]) {
    return file === 0 ? input.toString("utf8") : readFileSync(file, ...rest);
  },
});

process.on("message", async ({ args, cwd, env, ...request }: CommandRequest) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  input = Buffer.from(request.input);
  said = { 1: [], 2: [] };
  const code = (await main(args)) ?? null;
  const text = (fd: number) => Buffer.concat(said[fd] ?? []).toString("utf8");
  process.send?.({ code, out: text(1), err: text(2) } satisfies CommandAnswer);
});
