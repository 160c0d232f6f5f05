import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { modelSources } from "../../../../src/surfaces/cli/model-sources.ts";
import { addModel, type LocalModel } from "../../../../src/surfaces/terminal/first-contact/add-model.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";

const LLAMA: LocalModel = { provider: "ollama", url: "http://127.0.0.1:11434/v1", model: "llama3.2:3b" };
let directory: string;
let file: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "countersign-models-")), "agent");
  file = join(directory, "models.json");
  afterTest(() => rmSync(join(directory, ".."), { recursive: true }));
});

const add = (model: Partial<LocalModel> = {}) => addModel(directory, { ...LLAMA, ...model });
const written = () => JSON.parse(readFileSync(file, "utf8"));

describe("a model in pi's models.json", () => {
  it("is written to a private file where there was none, and the doctor finds it", () => {
    expect(add()).toEqual({ ok: true, value: { provider: "ollama", file } });
    expect(written()).toEqual({
      providers: {
        ollama: { baseUrl: LLAMA.url, api: "openai-completions", apiKey: "none", models: [{ id: "llama3.2:3b" }] },
      },
    });
    expect([statSync(file).mode & 0o777, readdirSync(directory)]).toEqual([0o600, ["models.json"]]);
    expect(modelSources({ PI_CODING_AGENT_DIR: directory })).toEqual([`ollama/llama3.2:3b, in ${file}`]);
  });

  it("joins the models of its server, once, and leaves everything else as it was", () => {
    add();
    const before = written();
    before.providers.other = { baseUrl: "https://x.example/v1", apiKey: "$X", models: [{ id: "a", cost: {} }] };
    before.kept = true;
    writeFileSync(file, JSON.stringify(before));
    chmodSync(file, 0o640);
    add({ model: "qwen" });
    add({ model: "qwen" });
    expect(written().providers.ollama.models).toEqual([{ id: "llama3.2:3b" }, { id: "qwen" }]);
    expect([written().providers.other, written().kept]).toEqual([before.providers.other, true]);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it("takes no name of another provider", () => {
    add();
    expect(add({ url: "http://127.0.0.1:9/v1" })).toMatchObject({ value: { provider: "ollama-2" } });
    expect(add({ url: "http://127.0.0.1:9/v1", model: "b" })).toMatchObject({ value: { provider: "ollama-2" } });
  });

  it("names the variable of a key, and stores no key", () => {
    add({ keyVariable: "MY_KEY" });
    expect(written().providers.ollama.apiKey).toBe("$MY_KEY");
    expect(modelSources({ PI_CODING_AGENT_DIR: directory })).toEqual([]);
    expect(modelSources({ PI_CODING_AGENT_DIR: directory, MY_KEY: "x" })).toHaveLength(1);
  });

  it("writes through a link, and does not touch a file with comments", () => {
    add();
    const real = join(directory, "..", "real.json");
    const text = '{ // mine\n "providers": {} }';
    writeFileSync(real, "{}");
    rmSync(file);
    symlinkSync(real, file);
    add();
    expect(JSON.parse(readFileSync(real, "utf8"))).toHaveProperty("providers.ollama");
    writeFileSync(real, text);
    const refused = add();
    expect(refused).toMatchObject({
      ok: false,
      refusal: { kind: "unreadable", hint: expect.stringContaining("llama3.2:3b") },
    });
    expect(readFileSync(real, "utf8")).toBe(text);
  });
});
