import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MODEL, PROVIDER } from "./model-name.ts";
import { makeSampleProject } from "./sample-project.ts";

/** The environment of the demonstration: a project, and homes of its own for Countersign and pi. */
export interface Stage {
  project: string;
  /** For files that should not be visible in the project. */
  backstage: string;
  /** Points programs to these homes, without the user's secrets. */
  env: NodeJS.ProcessEnv;
  /** Removes all of it. */
  remove(): void;
}

export function makeStage(env: NodeJS.ProcessEnv): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-demo-")));
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  try {
    const place = (name: string) => {
      mkdirSync(join(root, name), { mode: 0o700 });
      return join(root, name);
    };
    const [project, home, agent] = [place("slugs"), place("home"), place("pi")];
    const [temporary, backstage] = [place("tmp"), place("backstage")];
    const model = { defaultProvider: PROVIDER, defaultModel: MODEL };
    // pi's own start page is for users with a model of their own.
    const settings = { ...model, quietStartup: true, compaction: { enabled: false } };
    writeFileSync(join(agent, "settings.json"), JSON.stringify(settings));
    // So that more than one runs visibly at once.
    writeFileSync(join(home, "plans.json"), JSON.stringify({ max_parallel_steps: 2 }));
    const own = {
      ...withoutSecrets(env),
      COUNTERSIGN_HOME: home,
      PI_CODING_AGENT_DIR: agent,
      PI_OFFLINE: "1",
      PI_TELEMETRY: "0",
      PI_SKIP_VERSION_CHECK: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      TMPDIR: temporary,
    };
    makeSampleProject(project, own);
    return { project, backstage, env: own, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const NOT_OURS = /^(?:COUNTERSIGN|PI|GIT|npm)_/;
const SECRET = /(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)(?:_|$)/i;

/** The scripted model needs no provider, and the throwaway home no token from outside. */
function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_OURS.test(name) && !SECRET.test(name)));
}
