import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { Desk } from "../../src/desk/desk.ts";
import { acquireSlot } from "../../src/run/acquire-slot.ts";

// A process that takes a turn for a plan again and again, and looks who else has one meanwhile.

const [directory = "", plan = "", times = "1", hold = ""] = process.argv.slice(2);
const desk = new Desk({ directory });
const inside = join(directory, "inside");
let most = 0;
for (let n = 0; n < Number(times); n++) {
  const turn = await acquireSlot(plan, {
    ...{ desk, how: "wait", signal: new AbortController().signal },
    tell: (news) => news.type === "waiting" && process.send?.({ waiting: news.reasons }),
  });
  if (!turn.ok) throw new Error(turn.refusal.message);
  const mark = join(inside, `${plan}-${process.pid}`);
  mkdirSync(mark);
  process.send?.("inside");
  if (hold !== "") await new Promise((resolve) => setInterval(resolve, 2 ** 30));
  for (let look = 0; look < 5; look++) {
    most = Math.max(most, readdirSync(inside).length);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  rmdirSync(mark);
  turn.value.end();
}
process.send?.({ most });
process.disconnect();
desk.close();
