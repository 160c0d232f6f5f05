// Loads the built extension as pi's own program does, once, in a process that has done the same with one that does
// nothing, and prints how long each took: reading it and calling its factory, and the start of a session. With COUNT_PARTS
// it prints the names of our parts that were loaded instead: counting takes time.
import { enableCompileCache, registerHooks } from "node:module";
import { basename } from "node:path";
import { bundledPi } from "./bundled-pi.ts";

const [extension = "", warmUp = "", empty = "", cwd = "", agentDir = ""] = process.argv.slice(2);
const isCounting = process.env["COUNT_PARTS"] !== undefined;
const parts: string[] = [];
if (isCounting) countParts();
// As pi's program does.
enableCompileCache();
const pi = await bundledPi();

// What pi itself loads before its first extension is not ours to pay for.
await measure(warmUp);
const nothing = await measure(empty);
const ours = await measure(extension);
console.log(JSON.stringify(isCounting ? parts : { nothing, ours }));
process.exit();

async function measure(path: string): Promise<{ load: number; start: number }> {
  const settingsManager = pi.SettingsManager.inMemory();
  const resourceLoader = new pi.DefaultResourceLoader({
    ...{ cwd, agentDir, settingsManager, additionalExtensionPaths: [path] },
    ...{ noExtensions: true, noSkills: true, noPromptTemplates: true, noThemes: true, noContextFiles: true },
  });
  const before = performance.now();
  await resourceLoader.reload();
  const load = performance.now() - before;
  const { session, extensionsResult } = await pi.createAgentSession({
    ...{ cwd, agentDir, settingsManager, resourceLoader, sessionManager: pi.SessionManager.inMemory(cwd) },
  });
  const [broken] = extensionsResult.errors;
  if (broken) throw new Error(broken.error);
  const bound = performance.now();
  await session.bindExtensions({});
  return { load, start: performance.now() - bound };
}

function countParts(): void {
  registerHooks({
    load(url, context, next) {
      if (url.includes("/parts/")) parts.push(basename(url));
      return next(url, context);
    },
  });
}
