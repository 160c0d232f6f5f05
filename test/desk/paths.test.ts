import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { adoptMoved, setAside } from "../../src/desk/adopt.ts";
import { exportPlan } from "../../src/desk/export-plan.ts";
import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { answer } from "../../src/desk/requests.ts";
import {
  approve,
  draft,
  type Fixture,
  fixture,
  ID,
  life,
  listing,
  must,
  propose,
  refusalOf,
  standing,
} from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const EVIL_IDS = [
  "",
  ".",
  "..",
  "../../x",
  "../outside/x",
  "/etc/passwd",
  "PLAN-../../..",
  "PLAN-0a1b2c3d/../../../outside/x",
  "PLAN-0a1b2c3d/",
  "PLAN-0a1b2c3d.md",
  "PLAN-0a1b2c3d\n",
  "PLAN-0a1b2c3d\0",
  "PLAN-0a1b2c3",
  "PLAN-0a1b2c3dd",
  "PLAN-0a1b-c3d",
  "PLAN-0a1b.c3d",
  "PLAN-ａ1b2c3d4",
  "plan-0a1b2c3d",
  " PLAN-0a1b2c3d",
  "PLAN_0a1b2c3d",
  "..\\..\\x",
  "C:\\x",
  "~/x",
  "%2e%2e%2fx",
  "__proto__",
  "constructor",
  "PLAN-".padEnd(100_000, "a"),
];
const EVIL_AGENTS = [
  ...EVIL_IDS.filter((id) => !["constructor", "PLAN_0a1b2c3d"].includes(id)),
  ".hidden",
  "a/b",
  "desk",
  "DESK",
  "plan-x",
  "PLAN-0a1b2c3d",
  "a b",
  "a.",
  "é",
];

describe("an id that is none", () => {
  it.each(
    EVIL_IDS.map((id) => [JSON.stringify(id.slice(0, 40)), id]),
  )("%s is refused before the disk is touched", async (_, id) => {
    expect(refusalOf(await f.desk.plan(id)).kind).toBe("invalid_id");
    for (const command of [
      { type: "cancel" },
      { type: "start", run_id: "r" },
      { type: "approve", revision: 1, digest: "sha256:" },
    ] as const) {
      expect(refusalOf(await f.desk.send(id, command, f.person)).kind).toBe("invalid_id");
    }
    expect(refusalOf(await f.desk.edit(id, "# x\n\n1. y\n", f.local)).kind).toBe("invalid_id");
    expect(refusalOf(await f.desk.propose(draft(), f.local, { id })).kind).toBe("invalid_id");
    expect(refusalOf(await exportPlan(f.desk, id)).kind).toBe("invalid_id");
    expect(refusalOf(await setAside(f.desk, id, f.person)).kind).toBe("not_found");
    expect(refusalOf(await answer(f.desk, `${id}/question-1`, { kind: "question", text: "x" }, f.person)).kind).toBe(
      "unknown_request",
    );
    // An empty one is a missing one, and a missing one is made up.
    if (id !== "")
      expect(
        refusalOf(await f.desk.propose(`---\nid: ${JSON.stringify(id)}\ntitle: x\n---\n\n## Steps\n\n1. Go\n`, f.local))
          .kind,
      ).toBe("malformed");
    expect(() => projectPaths(f.project).plan(id, "plans")).toThrow("not a plan id");
    expect(() => projectPaths(f.project).artifactsOf(id)).toThrow("not a plan id");
    expect(listing(f.project)).toEqual({ "/": "directory" });
    expect(listing(join(f.root, "outside"))).toEqual({ "/": "directory" });
  });

  it.each(
    EVIL_AGENTS.map((id) => [JSON.stringify(id.slice(0, 40)), id]),
  )("%s is not an agent either", async (_, id) => {
    expect(refusalOf(await f.desk.agent(id)).kind).toBe("invalid_id");
    expect(refusalOf(await f.desk.sendAgent(id, { type: "enter" }, f.local)).kind).toBe("invalid_id");
    if (id !== "desk" && id !== "PLAN-0a1b2c3d")
      expect(() => projectPaths(f.project).journal(id)).toThrow("has no journal");
    expect(listing(f.project)).toEqual({ "/": "directory" });
  });

  it("is no text at all", async () => {
    for (const id of [undefined, null, 5, ["PLAN-0a1b2c3d"], { toString: () => ID }] as unknown as string[]) {
      expect(refusalOf(await f.desk.plan(id)).kind).toBe("invalid_id");
    }
  });

  it("is not even looked for in places of a project that was moved", async () => {
    for (const from of ["", "../x", "/", f.project, "\0"])
      expect(must(await adoptMoved(f.desk, from, f.person))).toEqual([]);
    expect(listing(f.project)).not.toHaveProperty(".pi/plans/sessions/desk.jsonl");
  });
});

describe("an id in a draft that is none", () => {
  it("is not taken: the plan gets one of ours", async () => {
    for (const id of EVIL_IDS) {
      const { plan } = must(await f.desk.propose(draft({ id }), f.local));
      expect(plan.id).toMatch(/^PLAN-[0-9a-f]{8}$/);
    }
    expect(
      Object.keys(listing(f.project)).filter(
        (name) => !name.startsWith(".pi/plans/") && name !== "/" && name !== ".pi/",
      ),
    ).toEqual([]);
    expect(listing(join(f.root, "outside"))).toEqual({ "/": "directory" });
  });
});

describe("a look at a project", () => {
  it("leaves no traces in it", async () => {
    expect(refusalOf(await f.desk.plan(ID)).kind).toBe("not_found");
    expect((await f.desk.plans({ limit: 5 })).rows).toEqual([]);
    expect(listing(f.project)).toEqual({ "/": "directory" });
  });
});

describe("a link that leads elsewhere", () => {
  const PLACES = [
    ".pi",
    ".pi/plans",
    ".pi/plans/sessions",
    ".pi/plans/archive",
    ".pi/plans/artifacts",
    ".pi/plans/.unfinished",
    ".pi/plans/.state",
  ];
  const FILES = [".pi/plans/.state/state.db", ".pi/plans/.state/state.db-wal", ".pi/plans/.state/state.db-journal"];

  it.each([...PLACES, ...FILES])("is refused as %s", (place) => {
    const outside = join(f.root, "outside");
    writeFileSync(join(outside, "file"), "");
    const before = listing(outside);
    mkdirSync(dirname(join(f.project, place)), { recursive: true });
    symlinkSync(FILES.includes(place) ? join(outside, "file") : outside, join(f.project, place));
    expect(() => f.open()).toThrow("leads elsewhere");
    expect(listing(outside)).toEqual(before);
  });

  it.each([...PLACES.slice(1), ...FILES])("is refused as %s when it leads nowhere yet", (place) => {
    mkdirSync(dirname(join(f.project, place)), { recursive: true });
    symlinkSync(join(f.root, "outside", "new"), join(f.project, place));
    expect(() => f.open()).toThrow("leads elsewhere");
    expect(listing(join(f.root, "outside"))).toEqual({ "/": "directory" });
  });

  it("is refused within the project, too, where it leads out of the plans", () => {
    mkdirSync(join(f.project, "src"));
    mkdirSync(join(f.project, ".pi/plans"), { recursive: true });
    symlinkSync("../../src", join(f.project, ".pi/plans/archive"));
    expect(() => f.open()).toThrow("leads elsewhere");
  });

  it("is refused when it comes while a desk is open", async () => {
    await propose(f);
    const sessions = join(f.project, ".pi/plans/artifacts");
    rmSync(sessions, { recursive: true });
    symlinkSync(join(f.root, "outside"), sessions);
    await expect(approve(f)).rejects.toThrow("leads elsewhere");
    expect(listing(join(f.root, "outside"))).toEqual({ "/": "directory" });
  });

  it("is no place for a plan's artifacts", async () => {
    const outside = join(f.root, "outside");
    writeFileSync(join(outside, "notes.md"), "mine");
    mkdirSync(join(f.project, ".pi/plans/artifacts"), { recursive: true });
    symlinkSync(outside, join(f.project, ".pi/plans/artifacts", ID));
    await expect(propose(f, { context: { notes: "x".repeat(60_000) } })).rejects.toThrow("is a link");
    expect(readFileSync(join(outside, "notes.md"), "utf8")).toBe("mine");
    expect(refusalOf(await f.open().plan(ID)).kind).toBe("not_found");
  });

  it("shows no file of somebody else's in an export", async () => {
    await propose(f, { context: { notes: "x".repeat(60_000) } });
    const artifacts = join(f.project, ".pi/plans/artifacts", ID);
    writeFileSync(join(f.root, "outside", "secret"), "secret");
    symlinkSync(join(f.root, "outside", "secret"), join(artifacts, "a.md"));
    mkdirSync(join(artifacts, "directory"));
    execFileSync("mkfifo", [join(artifacts, "pipe")]);
    expect(must(await exportPlan(f.desk, ID)).artifacts.map(({ name }) => name)).toEqual(["notes.md"]);
    rmSync(artifacts, { recursive: true });
    symlinkSync(join(f.root, "outside"), artifacts);
    expect(must(await exportPlan(f.desk, ID)).artifacts).toEqual([]);
  });
});

describe("a commit that was never under way", () => {
  const unfinished = (name: string) => join(f.project, ".pi/plans/.unfinished", name);

  it("moves no files from where a link leads", async () => {
    await life(f);
    rmSync(f.planFile(ID));
    const outside = join(f.root, "outside");
    for (const name of ["plans.md", "archive.md", "id_rsa", "artifact.x"]) writeFileSync(join(outside, name), "mine");
    const before = listing(outside);
    symlinkSync(outside, unfinished(`${ID}.1.none`));
    await f.open().plan(ID);
    expect(listing(outside)).toEqual(before);
    expect(existsSync(f.planFile(ID))).toBe(false);
  });

  it("writes nothing but the plan's own file and artifacts, and wedges nobody", async () => {
    await life(f);
    rmSync(f.planFile(ID));
    const path = unfinished(`${ID}.1.none`);
    mkdirSync(path);
    for (const name of ["artifact.", "artifact...", "artifact..ssh", "config", "artifact.ok", "plans.md.bak"])
      writeFileSync(join(path, name), "x");
    symlinkSync(join(f.root, "outside", "secret"), join(path, "plans.md"));
    mkdirSync(join(path, "archive.md"));
    for (const name of ["garbage", "..1.none", "desk.1.none", "agent.1.none", `${ID}.99999999999999999999.none`])
      mkdirSync(unfinished(name));
    writeFileSync(unfinished("PLAN-99999999.1.none"), "");
    const before = listing(f.project, (name) => /unfinished|state\.db|artifacts/.test(name));
    await f.open().plan(ID);
    expect(listing(f.project, (name) => /unfinished|state\.db|artifacts/.test(name))).toEqual(before);
    expect(listing(join(f.project, ".pi/plans/artifacts"), (name) => name === "")).toEqual({});
    expect(Object.keys(listing(join(f.project, ".pi/plans/artifacts")))).toEqual(["/", `${ID}/`, `${ID}/ok`]);
    expect(Object.keys(listing(join(f.project, ".pi/plans/.unfinished")))).toEqual(["/"]);
  });

  it("puts no text in the place of a plan's that would count for more than an edit", async () => {
    await propose(f);
    await approve(f);
    const text = readFileSync(f.planFile(ID), "utf8");
    rmSync(f.planFile(ID));
    mkdirSync(unfinished(`${ID}.2.none`));
    writeFileSync(join(unfinished(`${ID}.2.none`), "plans.md"), text.replace("Swap it", "Burn it"));
    const state = await standing(f.open());
    expect(state.status).toBe("proposed");
    expect(state.proposal.proposed_by.kind).toBe("file");
  });
});
