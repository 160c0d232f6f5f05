import { makeChaos } from "../test/desk/chaos.ts";

// npm run chaos [kills] [seed]: kills processes at work at random moments and looks at what they leave behind.

const [kills = 1000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const MINUTES = 30;

console.log(`${kills} kills, seed ${seed}, at most ${MINUTES} minutes`);
const start = Date.now();
const sum = await makeChaos({
  kills,
  seed,
  patience: MINUTES * 60_000,
  onRound: (soFar) => {
    if (soFar.kills % 50 === 0) console.log(told(soFar));
  },
});
console.log(`${told(sum)} in ${((Date.now() - start) / 1000).toFixed(0)} s`);
for (const line of sum.wrong) console.error(line);
if (sum.wrong.length > 0) console.error(`npm run chaos ${kills} ${seed} makes the same choices again.`);
process.exitCode = sum.wrong.length > 0 || sum.kills < kills ? 1 : 0;

function told({ kills, acknowledged, midway, wrong }: typeof sum): string {
  return `${kills} kills: ${acknowledged} changes acknowledged, ${midway} commits cut short, ${wrong.length} things wrong`;
}
