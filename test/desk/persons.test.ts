import { beforeEach, describe, expect, it } from "vitest";
import { adoptMoved, setAside } from "../../src/desk/adopt.ts";
import { authenticate, type Claim, isAuthenticated, localActor, type Person } from "../../src/desk/persons.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import { createSignInCode } from "../../src/desk/sign-in-codes.ts";
import { createToken, listTokens } from "../../src/desk/tokens.ts";
import { beginWebSession } from "../../src/desk/web-sessions.ts";
import { type Actor, HOST } from "../../src/lifecycle/actor.ts";
import { COMMANDS } from "../../src/lifecycle/commands.ts";
import type { PlanCommand, PlanCommandType } from "../../src/lifecycle/plan-command.ts";
import { approve, type Fixture, fixture, ID, life, lines, must, propose, refusalOf, standing } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const DIGEST = `sha256:${"0".repeat(64)}` as const;
const PERSONS_ONLY: Record<string, PlanCommand> = {
  approve: { type: "approve", revision: 1, digest: DIGEST },
  request_changes: { type: "request_changes", revision: 1, feedback: "x" },
  reject: { type: "reject", revision: 1 },
  reopen: { type: "reopen" },
  cancel: { type: "cancel" },
  decide: { type: "decide", decision_id: "x", selections: ["y"] },
  settle_divergence: { type: "settle_divergence", choice: "signed" },
  resume: { type: "resume" },
  skip_step: { type: "skip_step", step_id: "look", reason: "x" },
  retry_step: { type: "retry_step", step_id: "look" },
  fail_step: { type: "fail_step", step_id: "look" },
  retry: { type: "retry" },
  answer: { type: "answer", request_id: "x", answer: { kind: "budget", choice: "go_on" } },
  roll_back: { type: "roll_back", steps: ["look"], to: "before" },
  choose_model: { type: "choose_model", model: "a/b" },
};
const personsOnly = Object.entries(COMMANDS)
  .filter(([, { giver }]) => giver === "person")
  .map(([type]) => type);

const lookAlikes = (): [string, Actor][] => [
  ["a person nobody has seen", { kind: "person", surface: "cli", id: "root", name: "root", person: "local" }],
  ["a copy of a person", { ...f.person }],
  ["a copy through JSON", JSON.parse(JSON.stringify(f.person)) as Actor],
  ["a child of a person", Object.create(f.person) as Actor],
  ["a proxy of a person", new Proxy(f.person, {})],
];

describe("a look-alike of a person", () => {
  it("is tried with every command that only a person may give", () => {
    expect(Object.keys(PERSONS_ONLY).sort()).toEqual([...personsOnly].sort());
  });

  it.each(personsOnly)("may not %s", async (type) => {
    await life(f);
    const before = lines(f.journalFile(ID));
    const command = PERSONS_ONLY[type as PlanCommandType];
    if (command === undefined) throw new Error(type);
    for (const [who, actor] of lookAlikes())
      expect(refusalOf(await f.desk.send(ID, command, actor)).kind, who).toBe("no_person");
    for (const actor of [f.local, HOST, localActor({ COUNTERSIGN_AGENT: "a" })]) {
      expect(refusalOf(await f.desk.send(ID, command, actor)).kind).toBe("person_needed");
    }
    expect(lines(f.journalFile(ID))).toEqual(before);
  });

  it("cannot answer, leave planning, put a journal aside, adopt one, or make a token", async () => {
    await propose(f);
    must(await f.desk.sendAgent("agent-1", { type: "enter" }, f.local));
    must(await f.desk.sendAgent("agent-1", { type: "ask", question: "May I?" }, f.local));
    const question = (await inbox(f.desk)).find(({ kind }) => kind === "question");
    for (const [, actor] of lookAlikes()) {
      const by = actor as Person;
      expect(refusalOf(await answer(f.desk, question?.id ?? "", { kind: "question", text: "yes" }, by)).kind).toBe(
        "no_person",
      );
      expect(refusalOf(await f.desk.sendAgent("agent-1", { type: "leave", how: "handed_off" }, by)).kind).toBe(
        "no_person",
      );
      expect(refusalOf(await setAside(f.desk, ID, by)).kind).toBe("no_person");
      expect(refusalOf(await adoptMoved(f.desk, "/elsewhere", by)).kind).toBe("no_person");
      expect(refusalOf(await f.desk.propose({ title: "x", steps: ["y"] }, by)).kind).toBe("no_person");
      const token = () => createToken(f.desk.homeDatabase(), { name: "x", roles: ["admin"] }, by, f.desk.at());
      expect(token).toThrow("is not authenticated");
    }
    for (const by of [f.local, HOST]) {
      expect(() => createToken(f.desk.homeDatabase(), { name: "x", roles: [] }, by, f.desk.at())).toThrow();
      const leave = { type: "leave", how: "handed_off" } as const;
      expect(refusalOf(await f.desk.sendAgent("agent-1", leave, by)).kind).toBe("person_needed");
    }
    expect(listTokens(f.desk.homeDatabase())).toEqual([]);
    expect(await inbox(f.desk)).toHaveLength(2);
  });

  it("cannot be made of a person by changing them", () => {
    const person = f.person as { person: string; name: string; roles?: string[] };
    expect(() => {
      person.person = "somebody else";
    }).toThrow(TypeError);
    const ana = must(f.desk.authenticate({ via: "surface", surface: "discord", id: "1", name: "ana", roles: ["dev"] }));
    expect(() => ana.roles?.push("admin")).toThrow(TypeError);
  });
});

describe("inside a shell that an agent started", () => {
  const claims: Claim[] = [
    { via: "terminal" },
    { via: "token", secret: "x" },
    { via: "surface", surface: "web", id: "1", name: "ana" },
  ];

  it.each(["agent-1", "0", ""])("nobody is a person, whatever they show (COUNTERSIGN_AGENT=%j)", async (agent) => {
    const { secret } = createToken(f.desk.homeDatabase(), { name: "ana", roles: [] }, f.person, f.desk.at());
    const desk = f.open({ env: { COUNTERSIGN_AGENT: agent } });
    for (const claim of [...claims, { via: "token", secret } as const]) {
      expect(refusalOf(desk.authenticate(claim)).kind).toBe("inside_agent");
    }
  });

  it("whoever types is the agent", () => {
    expect(localActor({ COUNTERSIGN_AGENT: "agent-1" })).toMatchObject({
      kind: "agent",
      id: "agent-1",
      person: "local",
    });
  });

  it("whoever types is the agent also where its name is empty", () => {
    expect(localActor({ COUNTERSIGN_AGENT: "" })).toMatchObject({ kind: "agent", id: "agent", person: "local" });
  });

  it("an agent can propose and withdraw, and nothing that starts or signs", async () => {
    const agent = localActor({ COUNTERSIGN_AGENT: "agent-1" });
    must(await f.desk.propose({ id: ID, title: "x", steps: ["y"] }, agent));
    const { digest } = (await standing(f.desk)).proposal;
    expect(refusalOf(await f.desk.send(ID, { type: "approve", revision: 1, digest }, agent)).kind).toBe(
      "person_needed",
    );
    await approve(f);
    expect(refusalOf(await f.desk.send(ID, { type: "start", run_id: "r" }, agent)).kind).toBe("person_needed");
  });
});

describe("who counts as whom", () => {
  const surface = (name: string, id: string, roles?: string[]) =>
    must(f.desk.authenticate({ via: "surface", surface: name, id, name: id, ...(roles && { roles }) }));
  const signs = async (by: Person) => {
    const { revision, digest } = (await standing(f.desk)).proposal;
    return f.desk.send(ID, { type: "approve", revision, digest }, by);
  };

  it("is one person on all local surfaces, so that two of them make no quorum of two", async () => {
    f = fixture({ approvers: { quorum: 2 } });
    await propose(f);
    expect(must(await signs(f.person)).status).toBe("proposed");
    for (const name of ["terminal", "web", "cli", "mcp"]) {
      expect(refusalOf(await signs(surface(name, "somebody-else"))).kind).toBe("already_signed");
    }
    expect(must(await signs(surface("discord", "42"))).status).toBe("approved");
  });

  it("is one person on all accounts that the user's configuration joins", async () => {
    f = fixture({
      approvers: { quorum: 2 },
      persons: { ana: ["discord:42", "token:ana-ci", `cli:${localActor({}).id}`] },
    });
    await propose(f);
    expect(must(await signs(surface("discord", "42"))).status).toBe("proposed");
    expect(refusalOf(await signs(must(f.desk.authenticate({ via: "terminal" })))).kind).toBe("already_signed");
    const { secret } = createToken(f.desk.homeDatabase(), { name: "ana-ci", roles: [] }, f.person, f.desk.at());
    expect(refusalOf(await signs(must(f.desk.authenticate({ via: "token", secret })))).kind).toBe("already_signed");
    expect(must(await signs(surface("discord", "43"))).status).toBe("approved");
  });

  const localAccounts = ["terminal", "cli", "web", "mcp"].map((name) => `${name}:${localActor({}).id}`);

  it.each(localAccounts)("is one person on all local surfaces where the settings name only %s", async (account) => {
    f = fixture({ approvers: { quorum: 2 }, persons: { ana: ["discord:42", account] } });
    await propose(f);
    expect(must(await signs(must(f.desk.authenticate({ via: "terminal" })))).status).toBe("proposed");
    for (const other of [surface("discord", "42"), surface("terminal", localActor({}).id), surface("web", "x")]) {
      expect(other.person).toBe("ana");
      expect(refusalOf(await signs(other)).kind).toBe("already_signed");
    }
    const code = must(createSignInCode(f.desk.homeDatabase(), f.person, f.desk.at()));
    const browser = { port: 7435, user_agent: "", address: "" };
    const secret = beginWebSession(f.desk.homeDatabase(), { code }, browser, f.desk.at())?.secret ?? "";
    const inBrowser = must(f.desk.authenticate({ via: "web", secret, port: 7435 }));
    expect(refusalOf(await signs(inBrowser)).kind).toBe("already_signed");
  });

  it.each(
    localAccounts,
  )("keeps out who asked here, or whose agent did, where the settings name %s", async (account) => {
    f = fixture({ approvers: { exclude_requester: true }, persons: { ana: ["discord:42", account] } });
    const asked = [
      localActor({}),
      localActor({ COUNTERSIGN_AGENT: "a" }),
      { ...localActor({}), kind: "file" as const },
    ];
    for (const [at, by] of asked.entries()) {
      const id = `PLAN-0000000${at}` as const;
      const { plan } = must(await f.desk.propose({ id, title: "x", steps: ["y"] }, by, { requester: by }));
      expect(plan.requester.person).toBe("ana");
      const { revision, digest } = plan.proposal;
      const approve = { type: "approve", revision, digest } as const;
      for (const person of [surface("discord", "42"), must(f.desk.authenticate({ via: "terminal" }))])
        expect(refusalOf(await f.desk.send(id, approve, person)).kind).toBe("requester_excluded");
      expect(must(await f.desk.send(id, approve, surface("discord", "43"))).status).toBe("approved");
    }
  });

  it("is no one's by the settings if two persons have accounts of one user of this machine", () => {
    f = fixture({ persons: { ana: ["cli:ana"], ben: ["terminal:ana", "terminal:ben"] } });
    expect(f.desk.configuration.problems).toMatchObject([{ kind: "shared_account", path: "persons.ben[0]" }]);
    expect(f.desk.configuration.config.persons).toEqual({ ana: ["cli:ana"], ben: ["terminal:ben"] });
  });

  it("keeps the requester out on every account, where four eyes are wanted", async () => {
    f = fixture({ approvers: { exclude_requester: true }, persons: { ana: ["discord:42", "slack:ana"] } });
    must(await f.desk.propose({ id: ID, title: "x", steps: ["y"] }, surface("discord", "42")));
    expect(refusalOf(await signs(surface("slack", "ana"))).kind).toBe("requester_excluded");
    expect(must(await signs(f.person)).status).toBe("approved");
  });

  it("keeps the user out whose agent asked, where four eyes are wanted", async () => {
    f = fixture({ approvers: { exclude_requester: true } });
    must(await f.desk.propose({ id: ID, title: "x", steps: ["y"] }, localActor({ COUNTERSIGN_AGENT: "a" })));
    expect(refusalOf(await signs(f.person)).kind).toBe("requester_excluded");
  });

  it("is an approver by the role a surface vouches for", async () => {
    f = fixture({ approvers: { from: ["role:maintainer"] } });
    await propose(f);
    expect(refusalOf(await signs(f.person)).kind).toBe("not_an_approver");
    expect(refusalOf(await signs(surface("discord", "1", ["maintainers", "role:maintainer"]))).kind).toBe(
      "not_an_approver",
    );
    expect(must(await signs(surface("discord", "2", ["maintainer"]))).status).toBe("approved");
  });

  it("is nobody by a name that objects have by nature", () => {
    const facts = {
      env: {},
      at: f.desk.at(),
      home: () => f.desk.homeDatabase(),
      persons: f.desk.configuration.config.persons,
    };
    const person = must(authenticate({ via: "surface", surface: "__proto__", id: "constructor", name: "x" }, facts));
    expect(person.person).toBe("__proto__:constructor");
    expect(isAuthenticated(person)).toBe(true);
  });
});
