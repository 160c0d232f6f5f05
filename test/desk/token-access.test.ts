import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { accessOf } from "../../src/desk/persons.ts";
import { createToken } from "../../src/desk/tokens.ts";
import { beginWebSession } from "../../src/desk/web-sessions.ts";
import { ACCESSES, type Access } from "../../src/lifecycle/access.ts";
import { draft, type Fixture, fixture, ID, must, propose, refusalOf, standing } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const holder = (access: Access) => {
  const { secret } = createToken(f.desk.homeDatabase(), { name: "ana", roles: [], access }, f.person, f.desk.at());
  return must(f.desk.authenticate({ via: "token", secret }));
};

describe("a token", () => {
  it("is an approver's unless it was made for something else", () => {
    const { secret, token } = createToken(f.desk.homeDatabase(), { name: "ana", roles: [] }, f.person, f.desk.at());
    expect(token.access).toBe("approver");
    expect(accessOf(must(f.desk.authenticate({ via: "token", secret })))).toBe("approver");
  });

  it.each(ACCESSES)("of a %s is one in this process only", (access) => {
    const person = holder(access);
    expect(accessOf(person)).toBe(access);
    expect(accessOf({ ...person })).toBeUndefined();
    expect(accessOf({ ...person, access: undefined } as never)).toBeUndefined();
    expect(() => Object.assign(person, { access: undefined })).toThrow();
  });

  it.each([
    ["viewer", "access_needed", "access_needed", "access_needed"],
    ["author", undefined, undefined, "access_needed"],
    ["approver", undefined, undefined, undefined],
    ["admin", undefined, undefined, undefined],
  ] as const)("of a %s: propose %s, edit %s, approve %s", async (access, proposes, edits, approves) => {
    const person = holder(access);
    const proposed = await f.desk.propose(draft(), person);
    expect(proposed.ok ? undefined : proposed.refusal.kind).toBe(proposes);
    if (!proposed.ok) await propose(f);
    const text = readFileSync(f.planFile(ID), "utf8").replace("The old cache goes.", "It goes.");
    const edited = await f.desk.edit(ID, text, person);
    expect(edited.ok ? undefined : edited.refusal.kind).toBe(edits);
    const { revision, digest } = (await standing(f.desk, ID)).proposal;
    const approved = await f.desk.send(ID, { type: "approve", revision, digest }, person);
    expect(approved.ok ? undefined : approved.refusal.kind).toBe(approves);
  });

  it("of a viewer frees no agent, and answers none", async () => {
    const viewer = holder("viewer");
    must(await f.desk.sendAgent("agent-1", { type: "enter" }, f.person));
    expect(refusalOf(await f.desk.sendAgent("agent-1", { type: "leave", how: "cancelled" }, viewer)).kind).toBe(
      "access_needed",
    );
    expect(must(await f.desk.agent("agent-1")).phase).toBe("gathering");
  });

  it("makes tokens if it is an admin's, and no other", () => {
    const make = (access: Access) => () =>
      createToken(f.desk.homeDatabase(), { name: "bob", roles: [] }, holder(access), f.desk.at());
    for (const access of ["viewer", "author", "approver"] as const) expect(make(access)).toThrow("makes no tokens");
    expect(make("admin")).not.toThrow();
    // Nor in a browser that was opened with one.
    const { secret } = createToken(f.desk.homeDatabase(), { name: "ana", roles: [] }, f.person, f.desk.at());
    const browser = { port: 7435, user_agent: "b", address: "127.0.0.1" };
    const begun = beginWebSession(f.desk.homeDatabase(), { token: secret }, browser, f.desk.at());
    const inBrowser = must(f.desk.authenticate({ via: "web", secret: begun?.secret ?? "", port: 7435 }));
    const made = () => createToken(f.desk.homeDatabase(), { name: "bob", roles: [] }, inBrowser, f.desk.at());
    expect(made).toThrow("makes no tokens");
  });

  it("from before tokens had an access is an approver's", () => {
    const { secret } = createToken(f.desk.homeDatabase(), { name: "ana", roles: [] }, f.person, f.desk.at());
    const { access } = f.desk.homeDatabase();
    // The table as an earlier version made it.
    for (const sql of [
      "ALTER TABLE tokens DROP COLUMN access",
      ...["sign_in_codes", "web_sessions", "served_projects"].map((table) => `DROP TABLE ${table}`),
      "PRAGMA user_version = 1",
    ])
      access.exec(sql);
    f.desk.close();
    const later = f.open();
    expect(accessOf(must(later.authenticate({ via: "token", secret })))).toBe("approver");
  });
});
