import { LocalChannel } from "../channel.ts";
import { commandProblems } from "../limits/commands.ts";
import { refusal, refuseForm } from "../refusal.ts";
import type { World } from "../world.ts";
import { type Call, type Route, route } from "./route.ts";

const GLOBAL = "/applications/:application/commands";
const OF_GUILD = "/applications/:application/guilds/:guild/commands";

export const APPLICATION_ROUTES: readonly Route[] = [
  route("GET /gateway", ({ world }) => ({ url: gatewayUrl(world) }), true),
  route("GET /gateway/bot", ({ world }) => ({
    url: gatewayUrl(world),
    shards: 1,
    session_start_limit: { total: 1000, remaining: 999, reset_after: 86_400_000, max_concurrency: 1 },
  })),
  route("GET /users/@me", ({ world }) => ({ ...world.bot, verified: true, mfa_enabled: false, email: null, flags: 0 })),
  route("GET /users/:user", ({ world }, id) => {
    const user = world.guild.user(id);
    if (user === undefined) throw refusal("unknownUser");
    return user;
  }),
  route("POST /users/@me/channels", ({ world, body }) => directChannel(world, String(body["recipient_id"])).payload()),
  route("GET /applications/@me", ({ world }) => world.application),
  route("GET /oauth2/applications/@me", ({ world }) => world.application),
  route(`GET ${GLOBAL}`, ({ world }) => world.commands.of("global")),
  route(`PUT ${GLOBAL}`, (call) => replace(call, "global")),
  route(`POST ${GLOBAL}`, (call) => add(call, "global")),
  route(`DELETE ${GLOBAL}/:command`, ({ world }, _, id) => drop(world, "global", id)),
  route(`GET ${OF_GUILD}`, ({ world }, _, guild) => world.commands.of(known(world, guild))),
  route(`PUT ${OF_GUILD}`, (call, _, guild) => replace(call, known(call.world, guild))),
  route(`POST ${OF_GUILD}`, (call, _, guild) => add(call, known(call.world, guild))),
  route(`DELETE ${OF_GUILD}/:command`, ({ world }, _, guild, id) => drop(world, known(world, guild), id)),
];

function gatewayUrl({ files }: World): string {
  return files.origin.replace("http:", "ws:");
}

function replace({ world, list = [] }: Call, scope: string): unknown {
  refuseForm(commandProblems(list));
  return world.commands.replace(scope, list);
}

function add({ world, body }: Call, scope: string): unknown {
  refuseForm(commandProblems([body]).map((problem) => ({ ...problem, path: problem.path.slice(1) })));
  const others = world.commands.of(scope).filter(({ name }) => name !== body["name"]);
  return world.commands.replace(scope, [...others, body]).at(-1);
}

function drop(world: World, scope: string, id: string): void {
  if (!world.commands.remove(scope, id)) throw refusal("unknownCommand");
}

function known({ guild }: World, id: string): string {
  if (guild.id !== id) throw refusal("missingAccess");
  return id;
}

function directChannel({ guild, ids, clock }: World, recipient: string): LocalChannel {
  if (guild.user(recipient) === undefined) throw refusal("unknownUser");
  const open = guild.channels.find((channel) => channel.recipient === recipient);
  if (open) return open;
  const channel = new LocalChannel(guild, { id: ids.next(), name: "", kind: "direct", at: clock.now(), recipient });
  guild.channels.push(channel);
  return channel;
}
