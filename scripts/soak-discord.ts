import { type Soak, soakDiscord } from "../test/surfaces/discord/soak.ts";

// node scripts/soak-discord.ts [plans] [channels] [seed]: a bot with many channels, plans and people on a bad connection.

const [plans = 500, channels = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const MINUTES = 30;
const MB = 1024 * 1024;

console.log(`${plans} plans in ${channels} channels, seed ${seed}, at most ${MINUTES} minutes`);
const start = Date.now();
const sum = await soakDiscord({
  ...{ plans, channels, seed, patience: MINUTES * 60_000 },
  onTenth: (soFar) => console.log(told(soFar)),
});
console.log(`${told(sum)} in ${((Date.now() - start) / 1000).toFixed(0)} s`);
for (const line of [...sum.log, ...sum.wrong]) console.error(line);
const [first = 0] = sum.rss;
const growth = (sum.rss.at(-1) ?? 0) / first;
console.log(`resident memory at the end: ${growth.toFixed(2)} times that after the first tenth`);
process.exitCode = sum.wrong.length > 0 || sum.plans < plans || growth > 1.3 ? 1 : 0;

function told({ plans, clicks, signed, rejected, refused, failed, drops, rss, cpuMs, startMs }: Soak): string {
  const answers = `${clicks} clicks: ${signed} signed, ${rejected} rejected, ${refused} refused, ${failed} in an interruption`;
  const memory = `${Math.round((rss.at(-1) ?? 0) / MB)} MB`;
  return `${plans} plans, ${answers}; ${drops} drops, ${memory}, ${(cpuMs / 1000).toFixed(1)} s of processor, started in ${Math.round(startMs)} ms`;
}
