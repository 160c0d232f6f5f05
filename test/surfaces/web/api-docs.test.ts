import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { createToken } from "../../../src/desk/tokens.ts";
import { openRequests } from "../../../src/lifecycle/request.ts";
import { openApi } from "../../../src/surfaces/web/api/open-api.ts";
import { referencePage } from "../../../src/surfaces/web/api/reference-page.ts";
import { ROUTES, type RouteName } from "../../../src/surfaces/web/api/routes.ts";
import { deadRun, planOf, WHERE } from "../../../testing/plan-stages.ts";
import { lacks } from "../../system-programs.ts";
import { WebBench } from "./web-bench.ts";

const page = readFileSync(fileURLToPath(new URL("../../../docs/api.md", import.meta.url)), "utf8");
const names = Object.keys(ROUTES) as RouteName[];

/** Not at once: the server that it asks is in this process. */
function inShell(script: string, env: Record<string, string>): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile("bash", ["--norc", "-c", script], { env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(child.exitCode) : 0, output: `${stdout}${stderr}` });
    });
  });
}

describe("the page about the HTTP API", () => {
  it.each(names)("names the address of %s", (name) => {
    const { method, path, needs, summary } = ROUTES[name];
    expect(page).toContain(`| \`${method} ${path.replace(/:(\w+)/g, "{$1}")}\` | ${needs} | ${summary} |`);
  });

  it.skipIf(lacks("curl"))("every example holds against a real server, with a token", async () => {
    const bench = await WebBench.start();
    const { desk, person } = bench.f;
    const { secret } = createToken(desk.homeDatabase(), { name: "ben", roles: [] }, person, desk.at());
    const asking = await deadRun(bench.f, WHERE);
    const [request] = openRequests((await planOf(bench.f, asking)).requests);
    const env: Record<string, string> = {
      ...{ PATH: process.env["PATH"] ?? "", ADDRESS: bench.server.address, TOKEN: secret },
      ...{ PROJECT: bench.key, REQUEST: request?.id ?? "" },
    };
    const blocks = fromMarkdown(page).children.flatMap((node) =>
      node.type === "code" && node.lang === "sh" && node.value.includes("curl") ? [node.value] : [],
    );
    expect(blocks.length).toBeGreaterThan(7);
    for (const block of blocks) {
      const { status, output } = await inShell(block, env);
      expect(output).not.toContain('"error"');
      // A stream is ended by the time that was given to it.
      expect([block, status]).toEqual([block, block.includes("--max-time") ? 28 : 0]);
      const answer = block.includes("/live") ? {} : JSON.parse(output.trim().split("\n").at(-1) ?? "{}");
      if (block.includes('--json \'{"text"')) env["PLAN"] = answer.id;
      if (block.endsWith('/$PLAN" --header "Authorization: Bearer $TOKEN"'))
        env["DIGEST"] = answer.standing.shown.digest;
      if (block.includes("/live")) expect(output).toContain('"type":"hello"');
    }
    expect((await planOf(bench.f, env["PLAN"] ?? "")).status).toMatch(/executing|completed/);
    expect((await planOf(bench.f, asking)).selections).toEqual({ where: ["There"] });
  });
});

describe("the description of the API", () => {
  it("is served to everybody, as OpenAPI and for people", async () => {
    const bench = await WebBench.start();
    const { address } = bench.server;
    const description = await (await fetch(`${address}/api/openapi.json`)).json();
    expect(description).toEqual(JSON.parse(JSON.stringify(openApi("0.0.0-test"))));
    const html = await fetch(`${address}/api`);
    expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await html.text()).toBe(referencePage("0.0.0-test"));
  });

  it("has every route once, with its parameters, body and answer", () => {
    const { paths } = openApi("1") as unknown as {
      paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, at]) =>
      Object.values(at).map((one) => ({ path, ...one })),
    );
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...names].sort());
    for (const { path, parameters = [] } of operations) {
      const inPath = parameters.filter((one) => one.in === "path").map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
    expect(JSON.stringify(paths)).not.toContain("undefined");
    expect(referencePage("1").match(/<script|javascript:/g)).toBeNull();
  });
});
