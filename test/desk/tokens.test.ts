import { beforeEach, describe, expect, it } from "vitest";
import { createToken, listTokens, type NewToken, revokeToken } from "../../src/desk/tokens.ts";
import { type Fixture, fixture, ID, must, propose, refusalOf } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const make = (more: Partial<NewToken> = {}) =>
  createToken(f.desk.homeDatabase(), { name: "ana", roles: [], ...more }, f.person, f.desk.at());
const show = (secret: string, desk = f.desk) => desk.authenticate({ via: "token", secret });

describe("a token", () => {
  it("makes its holder a person, in another process too", async () => {
    const { secret } = make();
    expect(must(show(secret, f.open()))).toMatchObject({
      kind: "person",
      surface: "token",
      name: "ana",
      person: "ana",
    });
    const { digest } = (await propose(f)).proposal;
    const approval = { type: "approve", revision: 1, digest } as const;
    expect(must(await f.desk.send(ID, approval, must(show(secret))))).toMatchObject({ status: "approved" });
  });

  it("is not valid if it is wrong in any way", () => {
    const { secret } = make();
    const other = make({ name: "bob" }).secret;
    const id = secret.slice(0, 13);
    const wrong = [
      "",
      id,
      secret.slice(0, -1),
      `${secret}x`,
      ` ${secret}`,
      `${secret}\n`,
      secret.toUpperCase(),
      id + other.slice(13),
      `cst_00000000_${secret.slice(13)}`,
      "cst_%_x",
      "cst_' OR 1_x",
      secret.replace("cst_", ""),
    ];
    for (const each of wrong) expect(refusalOf(show(each)).kind, each).toBe("wrong_token");
    expect(show(secret).ok).toBe(true);
  });

  it("is not valid after it was revoked", () => {
    const { secret, token } = make();
    expect(revokeToken(f.desk.homeDatabase(), token.id, f.desk.at())).toBe(true);
    expect(revokeToken(f.desk.homeDatabase(), token.id, f.desk.at())).toBe(false);
    expect(refusalOf(show(secret)).kind).toBe("wrong_token");
    expect(refusalOf(show(secret, f.open())).kind).toBe("wrong_token");
    expect(listTokens(f.desk.homeDatabase())).toMatchObject([{ id: token.id, revoked_at: expect.any(String) }]);
  });

  it("is not valid after its time, and is before", () => {
    const { secret } = make({ expires_at: "2026-11-15T10:00:00.000Z" });
    expect(show(secret).ok).toBe(true);
    f.pass(61);
    expect(refusalOf(show(secret)).kind).toBe("wrong_token");
  });

  it("is not valid in another home", () => {
    const { secret } = make();
    const elsewhere = fixture();
    expect(refusalOf(elsewhere.desk.authenticate({ via: "token", secret })).kind).toBe("wrong_token");
  });

  it("is kept nowhere as it is", () => {
    const { secret } = make();
    const kept = JSON.stringify(f.desk.homeDatabase().access.all("SELECT * FROM tokens"));
    expect(kept).not.toContain(secret.slice(13));
    expect(JSON.stringify(listTokens(f.desk.homeDatabase()))).not.toContain("hash");
  });

  it("brings its roles, and only those", async () => {
    f = fixture({ approvers: { from: ["role:release"] } });
    const { digest } = (await propose(f)).proposal;
    const approval = { type: "approve", revision: 1, digest } as const;
    const plain = must(show(make({ roles: ["dev"] }).secret));
    expect(refusalOf(await f.desk.send(ID, approval, plain)).kind).toBe("not_an_approver");
    const release = must(show(make({ name: "bob", roles: ["dev", "release"] }).secret));
    expect(must(await f.desk.send(ID, approval, release)).status).toBe("approved");
  });

  it("of the same approver twice makes one signature", async () => {
    f = fixture({ approvers: { quorum: 2 } });
    const { digest } = (await propose(f)).proposal;
    const approval = { type: "approve", revision: 1, digest } as const;
    must(await f.desk.send(ID, approval, must(show(make().secret))));
    expect(refusalOf(await f.desk.send(ID, approval, must(show(make().secret)))).kind).toBe("already_signed");
    expect(must(await f.desk.send(ID, approval, must(show(make({ name: "bob" }).secret)))).status).toBe("approved");
  });
});
