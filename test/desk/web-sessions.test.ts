import { beforeEach, describe, expect, it } from "vitest";
import { accessOf, isAuthenticated } from "../../src/desk/persons.ts";
import { createSignInCode, useSignInCode } from "../../src/desk/sign-in-codes.ts";
import { createToken, revokeToken } from "../../src/desk/tokens.ts";
import { beginWebSession, listWebSessions, type SignInProof } from "../../src/desk/web-sessions.ts";
import { approve, draft, type Fixture, fixture, ID, must, propose, refusalOf } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const PORT = 7435;
const code = (desk = f.desk, by = f.person) => createSignInCode(desk.homeDatabase(), by, desk.at());
const begin = (proof: SignInProof = { code: must(code()) }) =>
  beginWebSession(f.desk.homeDatabase(), proof, { port: PORT, user_agent: "b", address: "127.0.0.1" }, f.desk.at());
const secretOf = (proof?: SignInProof) => begin(proof)?.secret ?? "";
const enter = (secret: string, desk = f.desk) => desk.authenticate({ via: "web", secret, port: PORT });
const token = (more: object = {}) =>
  createToken(f.desk.homeDatabase(), { name: "ana", roles: [], ...more }, f.person, f.desk.at());

describe("a browser that was opened with a code", () => {
  it("is the person at this machine, in every process", async () => {
    const secret = secretOf();
    const person = must(enter(secret, f.open()));
    expect(person).toMatchObject({ kind: "person", surface: "web", person: "local" });
    expect([isAuthenticated(person), accessOf(person)]).toEqual([true, "admin"]);
    const { proposal } = await propose(f);
    const signing = { type: "approve", revision: 1, digest: proposal.digest } as const;
    expect(must(await f.desk.send(ID, signing, must(enter(secret)))).status).toBe("approved");
  });

  it("is the same person as the one at the terminal: neither signs twice", async () => {
    const strict = fixture({ approvers: { quorum: 2 }, persons: { ada: [`cli:${f.person.id}`] } });
    f = strict;
    const { digest } = (await propose(f)).proposal;
    await approve(f);
    const web = must(enter(secretOf()));
    expect(web.person).toBe("ada");
    const again = await f.desk.send(ID, { type: "approve", revision: 1, digest }, web);
    expect(refusalOf(again).kind).toBe("already_signed");
  });

  it("is no person in an agent's shell, nor where a keyboard is trusted", () => {
    const secret = secretOf();
    const agents = f.open({ env: { COUNTERSIGN_AGENT: "agent-1" } });
    expect(refusalOf(enter(secret, agents)).kind).toBe("inside_agent");
    expect(refusalOf(f.desk.authenticate({ via: "web", secret: "", port: PORT })).kind).toBe("signed_out");
  });
});

describe("a browser that was opened with a token", () => {
  it("is the holder of the token, never the person at this machine", async () => {
    const person = must(enter(secretOf({ token: token({ roles: ["lead"] }).secret })));
    expect(person).toMatchObject({ name: "ana", person: "ana", surface: "web", id: "ana", roles: ["lead"] });
    expect(accessOf(person)).toBe("approver");
  });

  it.each([
    "ana",
    "token:ana",
    "role:lead",
  ])("signs in the browser as the approver that settings call %s", async (entry) => {
    f = fixture({ approvers: { from: [entry] } });
    const holder = must(enter(secretOf({ token: token({ roles: ["lead"] }).secret })));
    const { proposal } = await propose(f);
    const signing = { type: "approve", revision: 1, digest: proposal.digest } as const;
    const signed = must(await f.desk.send(ID, signing, holder));
    const by = { surface: "web", name: "ana", person: "ana" };
    expect(signed).toMatchObject({ approval: { signatures: [{ by }] } });
  });

  it("signs once, in the browser or with the token itself", async () => {
    f = fixture({ approvers: { quorum: 2 } });
    const { secret } = token();
    const { proposal } = await propose(f);
    const signing = { type: "approve", revision: 1, digest: proposal.digest } as const;
    must(await f.desk.send(ID, signing, must(enter(secretOf({ token: secret })))));
    const again = await f.desk.send(ID, signing, must(f.desk.authenticate({ via: "token", secret })));
    expect(refusalOf(again).kind).toBe("already_signed");
  });

  it("is no approver by the account of this machine's user who has its name", async () => {
    f = fixture({ approvers: { from: [`web:${f.person.id}`] } });
    const holder = must(enter(secretOf({ token: token({ name: f.person.id }).secret })));
    const { proposal } = await propose(f);
    const signing = { type: "approve", revision: 1, digest: proposal.digest } as const;
    expect(refusalOf(await f.desk.send(ID, signing, holder)).kind).toBe("not_an_approver");
  });

  it("is not the person of this machine's account that has its name", () => {
    f = fixture({ persons: { owner: [`web:${f.person.id}`, `cli:${f.person.id}`], ana: ["token:ana"] } });
    expect(must(enter(secretOf({ token: token({ name: f.person.id }).secret }))).person).toBe(f.person.id);
    expect(must(enter(secretOf())).person).toBe("owner");
    f = fixture({ persons: { beatrice: ["token:ana"] } });
    expect(must(enter(secretOf({ token: token().secret }))).person).toBe("beatrice");
  });

  it.each(["viewer", "author"] as const)("of a %s has its limit", async (access) => {
    const person = must(enter(secretOf({ token: token({ access }).secret })));
    expect([person.access, accessOf(person)]).toEqual([access, access]);
    const { proposal } = must(await f.desk.propose(draft(), f.local)).plan;
    const signing = { type: "approve", revision: 1, digest: proposal.digest } as const;
    expect(refusalOf(await f.desk.send(ID, signing, person)).kind).toBe("access_needed");
  });

  it("is signed out when the token is revoked, or has ended", () => {
    const lasting = token();
    const ending = token({ expires_at: new Date(Date.parse(f.desk.at()) + 60 * 60_000).toISOString() });
    const [one, other] = [secretOf({ token: lasting.secret }), secretOf({ token: ending.secret })];
    expect([enter(one).ok, enter(other).ok]).toEqual([true, true]);
    revokeToken(f.desk.homeDatabase(), lasting.token.id, f.desk.at());
    expect(listWebSessions(f.desk.homeDatabase(), f.desk.at())).toMatchObject([{ token_id: ending.token.id }]);
    f.pass(61);
    expect([refusalOf(enter(one)).kind, refusalOf(enter(other)).kind]).toEqual(["signed_out", "signed_out"]);
    // Also if the clock is set back.
    f.pass(-30);
    expect(enter(other).ok).toBe(false);
  });
});

describe("a code", () => {
  it("is made by the person at a terminal of this machine only", () => {
    const holder = must(f.desk.authenticate({ via: "token", secret: token({ access: "admin" }).secret }));
    const client = must(f.desk.authenticate({ via: "surface", surface: "terminal", id: "x", name: "x" }));
    const browser = must(enter(secretOf()));
    for (const by of [holder, client, browser, { ...f.person }]) {
      expect(refusalOf(code(f.desk, by as typeof f.person)).kind).toBe("no_person");
    }
    expect(code().ok).toBe(true);
  });

  it("cannot be made in an agent's shell: there is no person there", () => {
    const agents = f.open({ env: { COUNTERSIGN_AGENT: "" } });
    expect(refusalOf(agents.authenticate({ via: "terminal" })).kind).toBe("inside_agent");
  });

  it("is used up by its use, and is over after a minute", () => {
    const home = f.desk.homeDatabase();
    const [one, late] = [must(code()), must(code())];
    expect(useSignInCode(home, one, f.desk.at())).toBe(`cli:${f.person.id}`);
    expect(useSignInCode(home, one, f.desk.at())).toBeUndefined();
    f.pass(1);
    expect(useSignInCode(home, late, f.desk.at())).toBeUndefined();
  });
});
