import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findEnvKeys, getEnvApiKey, getProviders } from "../../../node_modules/@earendil-works/pi-ai/dist/compat.js";
import { KEY_VARIABLES, modelSources } from "../../../src/surfaces/cli/model-sources.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { Workbench } from "./workbench.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "countersign-pi-"));
  afterTest(() => rmSync(directory, { recursive: true }));
});
const sources = (env: Record<string, string> = {}) => modelSources({ PI_CODING_AGENT_DIR: directory, ...env });

describe("where pi finds a model", () => {
  it("knows the variable of every provider that pi has", () => {
    // Every variable is set: pi names those that it would take.
    const all = new Proxy({}, { get: () => "set" }) as Record<string, string>;
    const ofPi = new Set(getProviders().flatMap((provider) => findEnvKeys(provider, all) ?? []));
    expect(ofPi.size).toBeGreaterThan(25);
    expect([...ofPi].filter((name) => !KEY_VARIABLES.includes(name))).toEqual([]);
    for (const name of KEY_VARIABLES.filter((one) => one.startsWith("AWS_") && one !== "AWS_ACCESS_KEY_ID"))
      expect(getEnvApiKey("amazon-bedrock", { [name]: "set" }), name).toBeDefined();
  });

  it("is nowhere at first; then in a login, a file with comments, or the environment", () => {
    expect(sources()).toEqual([]);
    writeFileSync(join(directory, "auth.json"), "{}");
    expect(sources()).toEqual([]);
    expect(sources({ OPENAI_API_KEY: "sk", GROQ_API_KEY: "" })).toEqual(["OPENAI_API_KEY in the environment"]);
    writeFileSync(join(directory, "auth.json"), '{"anthropic": {"type": "oauth"}}');
    const models =
      '{ // local\n"providers": {"own": {"baseUrl": "http://127.0.0.1:1/v1", "apiKey": "x", "models": [{"id": "m"},]}}}';
    writeFileSync(join(directory, "models.json"), models);
    expect(sources()).toEqual(["pi's login for anthropic", `own/m, in ${join(directory, "models.json")}`]);
  });

  it("is what the doctor says, who does not fail without one", () => {
    const bench = new Workbench();
    afterTest(() => bench.remove());
    const check = (env: Record<string, string>) => {
      const { code, json } = bench.run(["doctor", "--json"], { env: { PI_CODING_AGENT_DIR: directory, ...env } });
      return [code, json.checks.find(({ what }: { what: string }) => what.includes("model to plan with"))];
    };
    const none = Object.fromEntries(KEY_VARIABLES.map((name) => [name, ""]));
    expect(check(none)).toEqual([
      0,
      expect.objectContaining({ result: "note", hint: expect.stringContaining("Start countersign in a terminal") }),
    ]);
    expect(check({ ...none, MISTRAL_API_KEY: "x" })).toEqual([
      0,
      { result: "good", what: "a model to plan with: MISTRAL_API_KEY in the environment" },
    ]);
  });
});
