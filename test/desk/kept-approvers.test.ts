import { describe, expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import { answer } from "../../src/desk/requests.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { agent } from "../builders.ts";
import { draft, type Fixture, fixture, ID, must, refusalOf, standing } from "./fixture.ts";

const ANA = "discord:5";

/** The desk of a host that says itself who signs there. */
function hostDesk(f: Fixture, approvers: unknown): Desk {
  const desk = new Desk({ directory: f.project, env: f.env, settings: { approvers } });
  afterTest(() => desk.close());
  return desk;
}

const signing = async (desk: Desk) => {
  const { revision, digest } = (await standing(desk, ID)).proposal;
  return { type: "approve", revision, digest } as const;
};

describe("approvers that only a host knows", () => {
  it("are asked for at every desk, also one that was opened before", async () => {
    const f = fixture();
    const host = hostDesk(f, [ANA]);
    must(await host.propose(draft(), agent()));
    const refused = await f.desk.send(ID, await signing(f.desk), f.person);
    expect(refusalOf(refused)).toMatchObject({ kind: "not_an_approver", hint: expect.stringContaining("proposed") });
    const ana = must(host.authenticate({ via: "surface", surface: "discord", id: "5", name: "ana" }));
    expect(must(await host.send(ID, await signing(host), ana)).status).toBe("approved");
  });

  it("know a person by each of their accounts, where the user's file says which these are", async () => {
    const f = fixture({ persons: { ana: [ANA, "web:ana"], bob: ["web:bob"] } });
    const host = hostDesk(f, { from: [ANA], quorum: 1 });
    must(await host.propose(draft(), agent()));
    const [ana, bob] = ["ana", "bob"].map((id) =>
      must(f.desk.authenticate({ via: "surface", surface: "web", id, name: id })),
    );
    if (!ana || !bob) throw new Error("Nobody is there.");
    expect(refusalOf(await f.desk.send(ID, await signing(f.desk), bob))).toMatchObject({ kind: "not_an_approver" });
    expect(must(await f.desk.send(ID, await signing(f.desk), ana)).status).toBe("approved");
  });

  it("cannot be shaken off by proposing the plan again at another desk", async () => {
    const f = fixture();
    must(await hostDesk(f, [ANA]).propose(draft(), agent()));
    must(await f.desk.propose(draft({ summary: "Something else." }), agent()));
    expect(refusalOf(await f.desk.send(ID, await signing(f.desk), f.person))).toMatchObject({
      kind: "not_an_approver",
    });
  });

  it("are not written down where they stand in a file that every desk reads", async () => {
    const f = fixture({ approvers: ["local"] });
    must(await f.desk.propose(draft(), agent()));
    expect((await standing(f.desk, ID)).approvers).toBeUndefined();
    expect(must(await f.desk.send(ID, await signing(f.desk), f.person)).status).toBe("approved");
  });

  it("allow the calls that the host's agent asks about, and nobody else does", async () => {
    const f = fixture();
    const host = hostDesk(f, [ANA]);
    const asks = { type: "confirm", tool: "bash", summary: "rm x", reason: "it writes" } as const;
    const [request] = Object.values(must(await host.sendAgent("bot", asks, agent("bot"))).requests);
    const given = { kind: "confirmation", allow: true } as const;
    const refused = await answer(f.desk, request?.id ?? "", given, f.person);
    expect(refusalOf(refused)).toMatchObject({ kind: "not_an_approver" });
    const denied = await answer(f.desk, request?.id ?? "", { ...given, allow: false }, f.person);
    expect(denied.ok).toBe(true);
  });
});
