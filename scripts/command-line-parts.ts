import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * What commands that should start at once are made of. A part holds the modules it names and what they import, except
 * what an earlier part holds or another part names. The rest is split by which commands import it.
 */
const PARTS: Record<string, readonly string[]> = {
  main: ["surfaces/cli/main", "surfaces/cli/commands/help"],
  list: ["surfaces/cli/commands/plans", "desk/desk", "desk/time-outs", "run/interrupt-cancelled-runs"],
  journals: ["desk/agents", "desk/change-plan", "desk/file-store/journal-file", "desk/plan-view"],
  git: ["desk/git", "desk/look-at-git"],
  hosts: ["policy/signed-host-file"],
  show: ["surfaces/cli/commands/show"],
  policy: ["surfaces/cli/commands/judge", "surfaces/cli/commands/hook", "acts/situation-to-judge"],
  shell: ["analyse", "mentions", "texts-of", "unnamed-writes", "words-of"].map((name) => `policy/shell/${name}`),
  commands: ["policy/shell/other-commands"],
  settings: ["desk/config/check-setting", "desk/config/read-json"],
  changes: [
    ...["desk/catch-up", "desk/file-store/project-rows", "desk/tokens"],
    ...["lifecycle/decide-agent", "run/interrupt-dead-run"],
  ],
};

export const PART_NAMES = Object.keys(PARTS);

/** The part of each module that has one. */
export function partsOf(root: string, importsOf: (module: string) => readonly string[]): Map<string, string> {
  const named = Object.entries(PARTS).flatMap(([part, names]) =>
    names.map((name) => [join(root, `src/${name}.ts`), part] as const),
  );
  const parts = new Map<string, string>(named);
  const visit = (module: string, part: string): void => {
    for (const imported of importsOf(module)) {
      if (parts.has(imported)) continue;
      parts.set(imported, part);
      visit(imported, part);
    }
  };
  for (const [module, part] of named) visit(module, part);
  return parts;
}

/** Loads parts, and those of Node's own modules that Node has not loaded for itself, when a name of them is first used. */
export function lateParts(): Plugin {
  const late = [`\\./part-(?:${PART_NAMES.join("|")})\\.cjs`, 'node:(?!fs"|path"|util")[\\w/]+'];
  const required = new RegExp(`^(?:const|let) (\\w+) = require\\("(${late.join("|")})"\\);$`, "gm");
  const lazily = 'let $1_loaded;\nconst $1 = new Proxy({}, { get: (_, name) => ($1_loaded ??= require("$2"))[name] });';
  return changingChunks("late-parts", (code) => code.replace(required, lazily));
}

/** Node reads and hashes a file of plain ASCII in half the time. */
export function plainAscii(): Plugin {
  return changingChunks("plain-ascii", (code) => {
    if (/\\[^\0-\x7F]|String\.raw`[^`]*[^\0-\x7F]/.test(code)) throw new Error("An escape would change this text.");
    return code.replace(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  });
}

/** Each part is one function, as Node makes one of a CommonJS module: `compiled-parts.ts` calls it, and imports for it. */
export function wrapped(tell: (code: string) => void): Plugin {
  return changingChunks("wrapped", (text) => {
    const code = text.replaceAll("await import(", "await require.import(");
    if (/(?<!\brequire\.)\bimport\(/.test(code))
      throw new Error("A part may import a package only with `await import(`.");
    const whole = `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
    tell(whole);
    return whole;
  });
}

function changingChunks(name: string, change: (code: string) => string): Plugin {
  return {
    name,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = change(file.code);
    },
  };
}
