import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCorpus } from "../../test/corpus/corpus.ts";
import type { Place } from "./place.ts";

/** Somebody else who decides whether a command line may run while planning. */
interface Peer {
  name: string;
  package: string;
  /** By what name `ask-peer.ts` knows how to ask it. */
  ask?: string;
  /** Without what it depends on: enough where the file that decides stands alone. */
  isAlone?: true;
  /** Why it cannot be asked although it is there. */
  because?: string;
}

const PEERS: readonly Peer[] = [
  { name: "pi's plan-mode example", package: "@earendil-works/pi-coding-agent@0.87.1", ask: "pi", isAlone: true },
  { name: "pi-plan-mode, its list", package: "pi-plan-mode@0.2.4", ask: "pi-plan-mode", isAlone: true },
  { name: "Gemini, isKnownSafeCommand", package: "@google/gemini-cli-core@0.61.0", ask: "gemini" },
  { name: "Gemini, isStrictlyApproved", package: "@google/gemini-cli-core@0.61.0", ask: "gemini-strictly" },
  { name: "Cline's plan-mode guard", package: "@cline/core@0.0.86", because: "the package does not export it" },
  ...["pi-planner", "@plannotator/pi-extension", "@pi-vault/pi-plan", "@phrmendes/pi-plan-mode"].map((name) => ({
    name,
    package: name,
    because: "it was not in the registry when this was written: say in ask-peer.ts how to ask it",
  })),
];

/** False allows and false denies on the corpus: ours, and those of the peers that install. */
export function comparePeers(place: Place): boolean {
  const corpus = loadCorpus();
  const harmless = corpus.harmless.filter(({ sandbox }) => !sandbox).map(({ cmd }) => cmd);
  const mutating = corpus.mutating.map(({ cmd }) => cmd);
  const lines = [...harmless, ...mutating];
  const table = (name: string, allowed: readonly boolean[]) => {
    const denies = allowed.slice(0, harmless.length).filter((isAllowed) => !isAllowed).length;
    const allows = allowed.slice(harmless.length).filter((isAllowed) => isAllowed).length;
    const percent = `${((100 * denies) / harmless.length).toFixed(1)} %`;
    console.log(`${name.padEnd(32)}${String(allows).padStart(14)}${String(denies).padStart(14)}${percent.padStart(9)}`);
    return { allows, denies };
  };
  const [of, all] = [`of ${mutating.length}`, `of ${harmless.length}`];
  console.log(`\n${"".padEnd(32)}${"false allows".padStart(14)}${"false denies".padStart(14)}`);
  console.log(`${"without a sandbox".padEnd(32)}${of.padStart(14)}${all.padStart(14)}`);
  const ours = table(
    "countersign",
    lines.map((line) => place.judge(line).verdict === "allow"),
  );
  const isRight = ours.allows === 0 && ours.denies <= harmless.length * 0.02;
  if (process.env["PEERS"] !== "off") {
    for (const peer of PEERS) {
      const answers = answersOf(peer, lines, place);
      if (typeof answers === "string") console.log(`${peer.name.padEnd(32)}${"not here".padStart(14)}  ${answers}`);
      else table(peer.name, answers);
    }
  }
  console.log(`no false allow, at most 2 % false denies: ${isRight ? "yes" : "NO"}`);
  return isRight;
}

/** Whether each line is allowed, or why nobody could say. */
function answersOf(peer: Peer, lines: readonly string[], { root, project }: Place): boolean[] | string {
  if (peer.ask === undefined) {
    const found = npm(["view", peer.package, "version"], root, 30);
    return found.status === 0 ? (peer.because ?? "") : `npm finds no ${peer.package}`;
  }
  const directory = fetched(peer, root);
  if (directory === undefined) return `npm could not fetch ${peer.package}`;
  const asked = spawnSync(
    process.execPath,
    [fileURLToPath(new URL("ask-peer.ts", import.meta.url)), peer.ask, directory],
    {
      cwd: project,
      input: JSON.stringify(lines),
      encoding: "utf8",
      timeout: 120_000,
      maxBuffer: 2 ** 26,
      // It is somebody else's code: it gets to know nothing of this user.
      env: { PATH: process.env["PATH"], HOME: root },
    },
  );
  const answer = asked.stdout?.split("\n").at(-2) ?? "";
  if (asked.status === 0) return JSON.parse(answer) as boolean[];
  const said = asked.stderr?.split("\n").find((line) => /error/i.test(line)) ?? asked.error?.message;
  return `it could not be asked: ${said ?? "it ended early"}`;
}

const fetchedBefore = new Map<string, string | undefined>();

/** The directory of a package. None of its scripts runs. */
function fetched(peer: Peer, root: string): string | undefined {
  if (!fetchedBefore.has(peer.package)) fetchedBefore.set(peer.package, fetch(peer, root));
  return fetchedBefore.get(peer.package);
}

function fetch(peer: Peer, root: string): string | undefined {
  const directory = join(root, "peers", peer.package.replace(/\W+/g, "-"));
  mkdirSync(directory, { recursive: true });
  if (!peer.isAlone) {
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--omit=optional", "--no-save"];
    const { status } = npm(["install", ...options, "--prefix", directory, peer.package], directory, 240);
    return status === 0 ? join(directory, "node_modules", peer.package.replace(/@[\d.]+$/, "")) : undefined;
  }
  // Unpacked by hand: Node runs no TypeScript below a directory named node_modules.
  const packed = npm(["pack", "--ignore-scripts", peer.package], directory, 120);
  const archive = packed.stdout?.trim().split("\n").at(-1) ?? "";
  if (packed.status !== 0) return undefined;
  const unpacked = spawnSync("tar", ["-xzf", archive], { cwd: directory });
  return unpacked.status === 0 ? join(directory, "package") : undefined;
}

function npm(args: string[], cwd: string, seconds: number) {
  const options = ["--silent", "--fetch-retries=0", "--no-update-notifier"];
  return spawnSync("npm", [...args, ...options], { cwd, encoding: "utf8", timeout: seconds * 1000 });
}
