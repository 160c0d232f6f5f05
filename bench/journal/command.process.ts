// Runs a command line in one project after the other. The first is small, and loads all that the command needs. Prints on
// standard error the processor time that each of the others took. SIGINT ends `watch`.
import { main } from "../../src/surfaces/cli/main.ts";
import { processorTime } from "../judge/processor-time.ts";

const [projects = "[]", ...words] = process.argv.slice(2);
const times: number[] = [];
for (const directory of JSON.parse(projects)) {
  const before = processorTime();
  const code = await main([...words, "--dir", directory]);
  if (code !== 0) throw new Error(`countersign ${words.join(" ")} ended with ${code}.`);
  times.push(processorTime() - before);
}
process.stderr.write(JSON.stringify(times.slice(1)));
// The desks stay open.
process.exit();
