// Draws docs/pictures/terminal-*.svg: the demonstration in a real terminal (tmux), at its review and at its end.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { screenSvg } from "./terminal-pictures/svg.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const [COLUMNS, ROWS] = [80, 32];
const scratch = mkdtempSync(join(tmpdir(), "countersign-pictures-"));
const server = ["-S", join(scratch, "tmux"), "-f", "/dev/null"];
const tmux = (...args: string[]) => execFileSync("tmux", [...server, ...args], { encoding: "utf8" });
const screen = (...how: string[]) => tmux("capture-pane", "-p", ...how).trimEnd();

async function shows(wanted: RegExp): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) if (wanted.test(screen())) return settle();
  throw new Error(`The terminal never showed ${wanted}:\n${screen()}`);
}

/** Until two looks are the same: the screen is drawn in parts, and dialogs take no key in their first moment. */
async function settle(): Promise<void> {
  for (let before = ""; before !== screen(); await sleep(700)) before = screen();
}

function draw(name: string, title: string): void {
  writeFileSync(join(root, `docs/pictures/${name}.svg`), screenSvg(screen("-e"), COLUMNS, title));
}

try {
  const size = ["-x", String(COLUMNS), "-y", String(ROWS)];
  const demo = [process.execPath, join(root, "scripts/start.ts"), "--demo"];
  tmux(
    "new-session",
    "-d",
    ...size,
    "-c",
    root,
    ...demo,
    ";",
    "set",
    "-g",
    "status",
    "off",
    ";",
    "set",
    "-s",
    "extended-keys",
    "on",
  );
  await shows(/^\/plan make the failing tests/m);
  tmux("send-keys", "Enter");
  await shows(/In my own words/);
  tmux("send-keys", "1");
  await shows(/revision 1\n[\s\S]*1 approve/);
  tmux("send-keys", "2");
  await shows(/Esc back/);
  tmux("send-keys", "-l", "With a test, please.");
  tmux("send-keys", "Enter");
  await shows(/revision 2\n[\s\S]*1 approve/);
  draw("terminal-review", "A review in the terminal: the steps of a plan with their risk, files, tools and checks");
  // Down to its end: an approval of what was not on the screen asks once more.
  tmux("send-keys", "End");
  await settle();
  tmux("send-keys", "1");
  await shows(/Approve revision 2/);
  if (/y approves anyway/.test(screen())) tmux("send-keys", "y");
  else tmux("send-keys", "Enter");
  await shows(/outside its approved scope/);
  tmux("send-keys", "3");
  await shows(/PLAN-\w+ is completed[\s\S]*That was the demonstration/);
  draw("terminal-completed", "The end of a run: every step with its check, and what to do next");
} finally {
  spawnSync("tmux", [...server, "kill-server"]);
  rmSync(scratch, { recursive: true, force: true });
}
