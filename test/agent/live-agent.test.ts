import { expect, it } from "vitest";
import { LiveAgent } from "../../src/agent/live-agent.ts";
import { afterTest } from "./bench/after-test.ts";
import { makeProject } from "./bench/project.ts";

// HOLE: what was read before a record, and came after it, was kept for good: an agent that plans was taken for a free one.
it("never keeps a state that was read before the newest record of this very process", async () => {
  const project = makeProject();
  const agent = new LiveAgent("pi-one", project.cwd, { surface: "terminal", env: { ...process.env, ...project.env } });
  afterTest(() => agent.close());
  // So that something is kept here.
  await agent.desk.sendAgent("pi-two", { type: "enter" }, { ...agent.actor, id: "pi-two" });
  const read = agent.desk.agent.bind(agent.desk);
  const { promise, resolve } = Promise.withResolvers<void>();
  agent.desk.agent = async (id) => {
    const found = await read(id);
    await promise;
    return found;
  };
  const looking = agent.state();
  await agent.send({ type: "enter" }, agent.actor);
  resolve();
  await looking;
  expect((await agent.state()).phase).toBe("gathering");
});

it("is bound by what its host says over the user's settings", () => {
  const project = makeProject();
  const env = { ...process.env, ...project.env };
  const settings = { approvers: ["discord:1"], review_timeout_minutes: 30 };
  const agent = new LiveAgent("pi-one", project.cwd, { surface: "discord", env, settings });
  afterTest(() => agent.close());
  const { config, sources } = agent.desk.configuration;
  expect(config).toMatchObject({ approvers: { from: ["discord:1"] }, review_timeout_minutes: 30 });
  expect(sources).toMatchObject({ approvers: "host", review_timeout_minutes: "host" });
});
