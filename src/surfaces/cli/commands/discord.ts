import { pathToFileURL } from "node:url";
import { defined } from "../../../plan/defined.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { complain } from "../output.ts";
import { type Reply, refused, usage } from "../reply.ts";
import type { Style } from "../style.ts";
import { ownFile } from "./start.ts";

/** What this side knows of the bot: surfaces do not import each other, and who never starts it never loads it. */
interface Bot {
  main(options: {
    config?: string;
    check: boolean;
    json: boolean;
    env: NodeJS.ProcessEnv;
    paint: Style;
    print(text: string): void;
    tell(text: string): void;
  }): Promise<number>;
}

/** The bot of Discord, until it is stopped; or a look at its configuration. */
export const run: Run = async (session, args) => {
  const { env, json, style: paint, print } = session;
  const check = args.options["check"] === true;
  if (json && !check) return usage("The bot has no answer in JSON.", "countersign discord --check --json has one.");
  if (env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const config = text(args, "config");
  const { main }: Bot = await import(
    pathToFileURL(ownFile("src/surfaces/discord/main.ts", "dist/discord/main.js")).href
  );
  const exit = await main({ ...defined({ config }), check, json, env, paint, print, tell: complain });
  return { ok: true, json: {}, text: "", exit };
};

const INSIDE_AGENT: Reply = refused({
  kind: "inside_agent",
  message: "This shell was started by an agent, and whoever runs the bot decides who may countersign.",
  hint: "Run it in a terminal of your own.",
});
