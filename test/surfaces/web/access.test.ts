import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectKey } from "../../../src/desk/project-key.ts";
import { ACCESSES, type Access, reaches } from "../../../src/lifecycle/access.ts";
import { addressOf, ROUTES, type Route, type RouteName } from "../../../src/surfaces/web/api/routes.ts";
import { ID, propose } from "../../desk/fixture.ts";
import { ServerBench } from "./server-bench.ts";

const OTHERS = { session: "none", token: "none", planning: "none" };
const NAMES = Object.keys(ROUTES) as RouteName[];

describe("a route", () => {
  it("answers a token only if it reaches what the route needs", async () => {
    const bench = await ServerBench.start();
    await propose(bench.f);
    const cookies = new Map<Access, string>();
    for (const access of ACCESSES) {
      const { secret } = bench.token({ name: access, access });
      cookies.set(access, await bench.signIn({ token: secret }));
    }
    const wrong: string[] = [];
    for (const name of NAMES) {
      const { method, needs }: Route = ROUTES[name];
      // Streams stay open; the others end the session.
      if (name === "live" || name === "signOut" || name === "signIn" || needs === "none") continue;
      const path = addressOf(name, { project: projectKey(bench.f.project), plan: ID, act: "cancel", ...OTHERS });
      const asked = { method, path, ...(method === "POST" && { body: {} }) };
      if ((await bench.ask(asked)).status !== 401) wrong.push(`${name} without a session`);
      for (const [access, cookie] of cookies) {
        const { status, json } = await bench.ask({ ...asked, cookie });
        const isRefused = status === 403 && json.error.kind === "access_needed";
        if (isRefused === reaches(access, needs)) wrong.push(`${name} as ${access}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(bench.log).toEqual([]);
  });

  it("that is only read changes no file of the project", async () => {
    const bench = await ServerBench.start();
    await propose(bench.f);
    const cookie = await bench.signIn();
    const files = () =>
      readdirSync(bench.f.project, { recursive: true })
        .map((name) => join(bench.f.project, String(name)))
        .filter((path) => statSync(path).isFile() && !path.includes("/.state/"))
        .map((path) => `${path} ${statSync(path).mtimeMs} ${statSync(path).size}`)
        .sort();
    const before = files();
    for (const name of NAMES.filter((each) => ROUTES[each].method === "GET" && each !== "live")) {
      const path = addressOf(name, { project: projectKey(bench.f.project), plan: ID, act: "cancel", ...OTHERS });
      await bench.ask({ path, cookie });
    }
    expect(before.length).toBeGreaterThan(1);
    expect(files()).toEqual(before);
  });
});

describe("sessions and tokens", () => {
  it("are shown to an admin; others see their own sessions only", async () => {
    const bench = await ServerBench.start();
    const ana = bench.token({ access: "viewer" }).secret;
    const [owner, one, two] = [
      await bench.signIn(),
      await bench.signIn({ token: ana }),
      await bench.signIn({ token: ana }),
    ];
    const shown = async (cookie: string) =>
      (await bench.ask({ path: "/api/sessions", cookie })).json.sessions as { id: string; person: string }[];
    expect((await shown(owner)).map(({ person }) => person).sort()).toEqual(["ana", "ana", bench.f.person.id]);
    expect((await shown(one)).map(({ person }) => person)).toEqual(["ana", "ana"]);
    expect(JSON.stringify(await shown(owner))).not.toMatch(/csw_|hash/);
    // A program that shows a token sees what its holder sees in a browser.
    const withToken = async (secret: string) =>
      (await bench.ask({ path: "/api/sessions", headers: { authorization: `Bearer ${secret}` } })).json.sessions;
    expect(await withToken(bench.token({ name: "root", access: "admin" }).secret)).toHaveLength(3);
    expect(await withToken(ana)).toMatchObject([{ person: "ana", is_this: false }, { person: "ana" }]);
    const mine = (await shown(owner)).find(({ person }) => person !== "ana")?.id ?? "";
    const end = (id: string, cookie: string) => bench.ask({ method: "DELETE", path: `/api/sessions/${id}`, cookie });
    expect((await end(mine, one)).status).toBe(404);
    const ids = (await shown(two)) as { id: string; is_this?: boolean }[];
    const first = ids.find(({ is_this }) => !is_this)?.id ?? "";
    expect((await end(first, two)).json).toEqual({ ok: true });
    expect((await bench.ask({ path: "/api/sessions", cookie: one })).status).toBe(401);
    expect(await shown(owner)).toHaveLength(2);
  });

  it("are made and revoked in the page by an admin, who ends the browsers of a token with it", async () => {
    const bench = await ServerBench.start();
    const owner = await bench.signIn();
    const body = { name: "bob", access: "author", roles: ["lead"], days: 2 };
    const made = (await bench.ask({ method: "POST", path: "/api/tokens", cookie: owner, body })).json;
    expect(made.token).toMatchObject({ name: "bob", access: "author", roles: ["lead"], created_by: bench.f.person.id });
    for (const odd of [{ days: 36_501 }, { days: 1e15 }, { days: 0 }, { roles: [""] }, { roles: ["x".repeat(65)] }]) {
      const wrong = { method: "POST", path: "/api/tokens", cookie: owner, body: { ...body, ...odd } };
      expect((await bench.ask(wrong)).status, JSON.stringify(odd)).toBe(400);
    }
    const bob = await bench.signIn({ token: made.secret });
    expect((await bench.ask({ path: "/api/me", cookie: bob })).json.person).toMatchObject({
      name: "bob",
      id: "bob",
      access: "author",
      is_local: false,
    });
    const listed = await bench.ask({ path: "/api/tokens", cookie: owner });
    expect(listed.json.tokens).toMatchObject([{ id: made.token.id, access: "author" }]);
    expect(listed.text).not.toContain(made.secret.slice(13));
    // The person at this machine is called local: nobody else may be that person.
    for (const name of ["a b", "local"]) {
      const wrong = { ...body, name };
      expect((await bench.ask({ method: "POST", path: "/api/tokens", cookie: owner, body: wrong })).status).toBe(422);
    }
    await bench.ask({ method: "DELETE", path: `/api/tokens/${made.token.id}`, cookie: owner });
    expect((await bench.ask({ path: "/api/sessions", cookie: bob })).status).toBe(401);
    const proof = { token: made.secret };
    expect((await bench.ask({ method: "POST", path: "/api/sign-in", body: proof })).status).toBe(401);
  });

  it("tell a browser that is signed out nothing of this machine", async () => {
    const bench = await ServerBench.start();
    const { json } = await bench.ask({ path: "/api/me" });
    expect(Object.keys(json).sort()).toEqual(["now", "planning", "projects", "version"]);
    expect(json.projects).toEqual([]);
  });
});
