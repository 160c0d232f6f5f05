// The dashboard's server with the scripted model, in a process of its own: pi finds its files by the environment of its
// process. Called with the dashboard's entry and the project; ends with the process that started it.
import { pathToFileURL } from "node:url";
import { ModelRuntime } from "@earendil-works/pi-coding-agent";
import { print, printError } from "../output.ts";
import { scriptedProvider } from "./scripted-provider.ts";

/** Surfaces do not import each other. */
interface Dashboard {
  main(options: {
    directories: readonly string[];
    port: number;
    proxies: readonly string[];
    open: boolean;
    json: boolean;
    env: NodeJS.ProcessEnv;
    isTerminal: boolean;
    print(text: string): void;
    tell(text: string): void;
    pi: { models: ModelRuntime };
  }): Promise<unknown>;
}

process.stdin.on("end", () => process.kill(process.pid, "SIGTERM")).resume();
const [entry = "", project = ""] = process.argv.slice(2);
const [{ main }, models]: [Dashboard, ModelRuntime] = await Promise.all([
  import(pathToFileURL(entry).href),
  ModelRuntime.create({ refreshOnCreate: false }),
]);
models.registerNativeProvider(scriptedProvider());
await main({
  directories: [project],
  // A browser has one session for each port: that of the person's own dashboard stays.
  port: 0,
  ...{ proxies: [], open: false, json: true, env: process.env, isTerminal: false, print, tell: printError },
  pi: { models },
});
process.exit();
