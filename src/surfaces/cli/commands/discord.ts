import { pathToFileURL } from "node:url";
import { defined } from "../../../plan/defined.ts";
import { text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { printError } from "../output.ts";
import { printed, type Reply, refused, usage } from "../reply.ts";
import type { Style } from "../style.ts";
import { ownFile } from "./start.ts";

/** The entry point of the bot. Surfaces do not import each other, and its code is loaded only to start it. */
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

/** Runs the Discord bot until it is stopped, or checks its configuration. */
export const run: Run = async (session, args) => {
  const { env, json, style: paint, print } = session;
  const check = args.options["check"] === true;
  if (json && !check)
    return usage("The bot has no JSON output.", "Only the check has: countersign discord --check --json");
  if (env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const config = text(args, "config");
  const { main }: Bot = await import(
    pathToFileURL(ownFile("src/surfaces/discord/main.ts", "dist/discord/main.js")).href
  );
  const exit = await main({ ...defined({ config }), check, json, env, paint, print, tell: printError });
  return printed(exit);
};

const INSIDE_AGENT: Reply = refused({
  kind: "inside_agent",
  message: "An agent started this shell, and the owner of the bot decides who may approve plans.",
  hint: "Run it in a terminal of your own.",
});
