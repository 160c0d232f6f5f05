import { existsSync } from "node:fs";
import { join } from "node:path";

/** Whether pi has a model to work with: by its settings, or by keys in the environment. Creates no file to find out. */
export async function hasProvider(): Promise<boolean> {
  const { getAgentDir, ModelRuntime } = await import("@earendil-works/pi-coding-agent");
  const { InMemoryCredentialStore } = await import("@earendil-works/pi-ai");
  const hasLogins = existsSync(join(getAgentDir(), "auth.json"));
  const models = await ModelRuntime.create({
    refreshOnCreate: false,
    ...(!hasLogins && { credentials: new InMemoryCredentialStore() }),
  });
  return (await models.getAvailable()).length > 0;
}
