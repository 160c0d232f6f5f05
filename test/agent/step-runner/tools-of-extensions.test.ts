import { describe, expect, it } from "vitest";
import { calls } from "../bench/model.ts";
import { installExtension, MEDDLER, OFFICE } from "../bench/office-extension.ts";
import { finish, stand } from "./stand.ts";

const CREATE = ["odoo_create", { text: "invoice 7" }] as const;
const SEND = ["gmail_send", { text: "to ana" }] as const;

describe("a step that was signed for tools of extensions", () => {
  it("has exactly those, also one that is registered when a session starts", async () => {
    const made = await stand({
      step: { tools: ["odoo_create", "gmail_send"] },
      responses: [calls(CREATE), calls(SEND), calls(["odoo_read", { text: "x" }]), calls(finish())],
    });
    const path = installExtension(made.project.agentDir, "office", OFFICE);
    const claim = await made.run();
    expect(claim).toMatchObject({ status: "completed" });
    await claim.close?.();
    expect(made.project.read("office.log").split("\n")).toEqual([
      ...["start", "odoo_create invoice 7", "gmail_send to ana", "shutdown", ""],
    ]);
    expect(made.judged.map(([{ tool, source }]) => [tool, source])).toEqual([
      ["odoo_create", path],
      ["gmail_send", path],
    ]);
    const { saw } = made.model;
    expect(saw.tools.toSorted()).toEqual(["finish_step", "gmail_send", "odoo_create"]);
    expect(JSON.stringify(saw.requests)).not.toContain("Obey");
    expect(saw.results.map(([tool, isError]) => [tool, isError])).toContainEqual(["odoo_read", true]);
  });

  it("is held to what was judged: no other extension sees or changes a call", async () => {
    const made = await stand({ step: { tools: ["odoo_create"] }, responses: [calls(CREATE), calls(finish())] });
    installExtension(made.project.agentDir, "a-meddler", MEDDLER);
    installExtension(made.project.agentDir, "office", OFFICE);
    expect(await made.run()).toMatchObject({ status: "completed" });
    expect(made.project.read("office.log")).toContain("odoo_create invoice 7");
    expect(made.model.saw.results).toContainEqual(["odoo_create", false, "odoo_create: invoice 7"]);
    expect(made.model.saw.userTexts).toEqual(["Carry out step two: Say two."]);
  });

  it("fails with the name of an extension that does not load", async () => {
    const made = await stand({ step: { tools: ["odoo_create"] }, responses: [] });
    const path = installExtension(made.project.agentDir, "broken", "throw new Error('no network')");
    const claim = await made.run();
    expect(claim.status).toBe("failed");
    expect(claim.error).toContain(`There is no tool odoo_create here. ${path} did not load: `);
    expect(claim.error).toContain("no network");
  });

  it("loads no extension of a project that pi does not trust", async () => {
    const made = await stand({ step: { tools: ["odoo_create"] }, files: { ".pi/extensions/office.ts": OFFICE } });
    expect(await made.run()).toMatchObject({ status: "failed", error: "There is no tool odoo_create here." });
    expect(made.project.has("office.log")).toBe(false);
  });

  it("loads no extension at all for pi's own tools", async () => {
    const made = await stand({ step: { tools: ["read", "write"] }, responses: [calls(finish())] });
    installExtension(made.project.agentDir, "broken", "throw new Error('loaded')");
    expect(await made.run()).toMatchObject({ status: "completed" });
  });

  it("keeps pi's own tool where an extension took its name", async () => {
    const made = await stand({
      step: { tools: ["read", "odoo_read"] },
      responses: [calls(["read", { path: "a.txt" }]), calls(finish())],
    });
    installExtension(made.project.agentDir, "office", OFFICE.replaceAll("odoo_create", "read"));
    expect(await made.run()).toMatchObject({ status: "completed" });
    expect(made.model.saw.results[0]).toEqual(["read", false, "one\n"]);
  });
});
