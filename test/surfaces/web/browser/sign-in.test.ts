import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../../../src/desk/desk.ts";
import { createSignInCode } from "../../../../src/desk/sign-in-codes.ts";
import { must } from "../../../desk/fixture.ts";
import { Workbench } from "../../cli/workbench.ts";
import { freePort, ServeProcess } from "../serve-process.ts";
import { startChromium } from "./chromium.ts";
import { violations } from "./found-on.ts";

const browser = await startChromium();

describe.skipIf(browser === undefined)("signing in", { timeout: 120_000 }, () => {
  let bench: Workbench;
  let address: string;
  beforeEach(async () => {
    bench = new Workbench();
    ({ address } = await new ServeProcess(bench.project, bench.env, ["--port", String(await freePort())]).served);
  }, 60_000);
  afterEach(() => bench.remove());
  afterAll(async () => {
    await browser?.close();
  }, 60_000);

  function newCode(): string {
    const desk = new Desk({ directory: bench.project, env: bench.env });
    const code = must(createSignInCode(desk.homeDatabase(), must(desk.authenticate({ via: "terminal" })), desk.at()));
    desk.close();
    return code;
  }
  const newPage = async (): Promise<Page> => (await (browser as Browser).newContext()).newPage();

  it("takes the code out of the address, works once, and says what to do after that", async () => {
    const code = newCode();
    const page = await newPage();
    await page.goto(`${address}/plans#code=${code}`);
    await page.getByRole("heading", { name: "Plans", exact: true }).waitFor();
    expect(page.url()).toBe(`${address}/plans`);
    await page.getByRole("img", { name: "live", exact: true }).waitFor();
    const other = await newPage();
    await other.goto(`${address}/#code=${code}`);
    await other.getByRole("alert").getByText("used already").waitFor();
    await other.getByText("countersign serve").first().waitFor();
    expect(other.url()).toBe(`${address}/`);
    expect(await violations(other)).toEqual([]);
  });

  it("is possible with a token that an admin makes in the page, until it is revoked there", async () => {
    const admin = await newPage();
    await admin.goto(`${address}/settings#code=${newCode()}`);
    await admin.getByRole("button", { name: "New token…" }).click();
    await admin.getByLabel("Name under signatures").fill("ben");
    await admin.getByText("reads, proposes and signs").click();
    await admin.getByRole("button", { name: "Create token" }).click();
    const secret = await admin.locator(".secret").innerText();
    await admin.getByRole("button", { name: "I have it" }).click();

    const ben = await newPage();
    await ben.goto(`${address}/inbox`);
    await ben.getByLabel("Your token").fill(secret);
    await ben.getByRole("button", { name: "Sign in" }).click();
    await ben.getByText("Nothing waits for you").waitFor();
    await ben.getByText("approver", { exact: true }).waitFor();
    await ben.getByRole("img", { name: "live", exact: true }).waitFor();

    await admin.getByRole("button", { name: "Revoke…" }).click();
    await admin.getByText("Browsers that it signed in are signed out at once.").waitFor();
    await ben.getByText("Nothing waits for you").waitFor();
    await admin.getByRole("button", { name: "Revoke", exact: true }).click();
    await ben.getByText("From elsewhere").waitFor();
  });
});
