// Draws docs/pictures/web-*.png: the dashboard's own pages, of a real plan in a throwaway project, in a real browser.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { Desk } from "../src/desk/desk.ts";
import type { Outcome } from "../src/desk/outcome.ts";
import { projectKey } from "../src/desk/project-key.ts";
import { createToken } from "../src/desk/tokens.ts";
import { DashboardServer } from "../src/surfaces/web/dashboard-server.ts";
import { startChromium } from "../test/surfaces/web/browser/chromium.ts";
import { builtPage } from "./bundle-web.ts";
import { SAMPLE_PLAN } from "./web-pictures/sample-plan.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "countersign-pictures-"));
const project = join(scratch, "shop-api");
const env = { ...process.env, COUNTERSIGN_HOME: join(scratch, "home") };

const browser = await startChromium();
if (browser === undefined) throw new Error("The pictures need a browser.");
try {
  await drawAll(browser);
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}

async function drawAll(browser: Browser): Promise<void> {
  makeProject();
  const desk = new Desk({ directory: project, env });
  const local = must(desk.authenticate({ via: "terminal" }));
  const ada = { name: "ada", roles: [], access: "approver" as const };
  const { secret } = createToken(desk.homeDatabase(), ada, local, desk.at());
  const person = must(desk.authenticate({ via: "token", secret }));
  const { plan } = must(await desk.propose(SAMPLE_PLAN, person));
  const server = await DashboardServer.start({
    ...{
      home: desk.home,
      projects: [project],
      env,
      page: await builtPage(root),
      version: "pictures",
      log: console.error,
    },
    listen: { host: "127.0.0.1", port: 0 },
  });
  const address = `${server.address}/p/${projectKey(project)}/${plan.id}`;
  const open = (look: Look) => signedIn(browser, server.address, secret, look);
  try {
    const wide = await open({ width: 1440, height: 900, scheme: "light" });
    const phone = await open({ width: 390, height: 844, scheme: "dark" });
    await seen(wide, `${address}/review`);
    await draw(wide, "web-review");
    await seen(phone, `${address}/review`);
    await draw(phone, "web-phone");
    const { revision, digest } = plan.proposal;
    must(await desk.send(plan.id, { type: "approve", revision, digest }, person));
    must(await desk.send(plan.id, { type: "decide", decision_id: "algorithm", selections: ["eddsa"] }, person));
    await wide.goto(`${address}/run`);
    await wide.getByRole("button", { name: /^Run$/ }).first().click();
    await wide.locator(".report.failed").waitFor({ timeout: 60_000 });
    await wide
      .getByText("as before the step", { exact: false })
      .or(wide.getByText("become", { exact: false }))
      .first()
      .waitFor();
    await wide.mouse.move(0, 0);
    await draw(wide, "web-run");
  } finally {
    await server.close();
    desk.close();
  }

  async function seen(page: Page, at: string): Promise<void> {
    await page.goto(at);
    await page.getByRole("heading", { name: SAMPLE_PLAN.title }).waitFor();
  }
}

interface Look {
  width: number;
  height: number;
  scheme: "light" | "dark";
}

/** A window that is signed in at this address. */
async function signedIn(
  browser: Browser,
  address: string,
  token: string,
  { width, height, scheme }: Look,
): Promise<Page> {
  const isPhone = width < 700;
  const context = await browser.newContext({
    viewport: { width, height },
    ...{ colorScheme: scheme, reducedMotion: "reduce", isMobile: isPhone, hasTouch: isPhone },
    ...(isPhone && { deviceScaleFactor: 2 }),
  });
  const page = await context.newPage();
  await context.request.post(`${address}/api/sign-in`, { data: { token }, headers: { origin: address } });
  return page;
}

async function draw(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(root, `docs/pictures/${name}.png`) });
}

function makeProject(): void {
  const write = (file: string, text: string) => {
    mkdirSync(join(project, file, ".."), { recursive: true });
    writeFileSync(join(project, file), text);
  };
  write("package.json", '{ "name": "shop-api", "scripts": { "test": "true", "migrate": "echo" } }\n');
  write("src/session.js", "export const session = (request) => request.cookies.session;\n");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "--message", "A shop");
}

function must<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}
