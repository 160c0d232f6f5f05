import { type ModelsJson, writeModelsJson } from "../../../testing/models-json.ts";
import { OpenAiServer, type ScriptedStep } from "../../../testing/openai-server.ts";
import { COMPILED } from "../../desk/child-environment.ts";
import { PI_PROGRAM } from "../../pi-under-test.ts";
import { afterTest } from "./after-test.ts";
import { makeProject, type Project, type ProjectOptions } from "./project.ts";

export interface CliOptions extends ProjectOptions {
  project?: Project;
  /** Files of extensions, loaded as with `-e`. */
  extensions?: string[];
  /** What follows the program: `--plan`, `--no-session`, `-c`, … */
  args?: string[];
  /** What the model does, request by request; see `server.says` for more. */
  script?: ScriptedStep[];
  /** Another server that was already started; its steps go on. */
  server?: OpenAiServer;
  model?: Omit<ModelsJson, "url">;
  env?: Record<string, string>;
  /** Another program than pi itself, as `[process.execPath, "bin/countersign.js"]`. */
  program?: [string, ...string[]];
}

/** The real program and what it needs: a project, a model on this machine, an environment with nothing of the user's. */
export interface Cli {
  project: Project;
  server: OpenAiServer;
  command: [string, ...string[]];
  env: Record<string, string>;
}

export async function prepareCli(options: CliOptions = {}): Promise<Cli> {
  const project = options.project ?? makeProject(options);
  const server = options.server ?? (await OpenAiServer.start(options.script ?? []));
  if (!options.server) afterTest(() => server.close());
  writeModelsJson(project.agentDir, { ...options.model, url: server.url });
  const extensions = (options.extensions ?? []).flatMap((path) => ["-e", path]);
  const program = options.program ?? [process.execPath, PI_PROGRAM];
  return {
    project,
    server,
    command: [...program, ...extensions, ...(options.args ?? [])],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: project.root,
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      NODE_COMPILE_CACHE: COMPILED,
      ...project.env,
      ...options.env,
    },
  };
}
