// The dashboard of the projects that are named, on a free port, until its standard input ends. Prints its address and codes
// that sign browsers in.
import { Desk } from "../../src/desk/desk.ts";
import { createSignInCode } from "../../src/desk/sign-in-codes.ts";
import { DashboardServer } from "../../src/surfaces/web/dashboard-server.ts";

const [page = "", count = "1", ...projects] = process.argv.slice(2);
const { env } = process;
const desk = new Desk({ directory: projects[0] ?? "", env });
const person = desk.authenticate({ via: "terminal" });
if (!person.ok) throw new Error(person.refusal.message);
const by = person.value;
const server = await DashboardServer.start({
  ...{ home: desk.home, projects, env, page, version: "bench", log: (line) => console.error(line) },
  listen: { host: "127.0.0.1", port: 0 },
  limits: { streamsEach: 1_000, streamsInAll: 1_000 },
});
const codes = Array.from({ length: Number(count) }, () => {
  const code = createSignInCode(desk.homeDatabase(), by, desk.at());
  if (!code.ok) throw new Error(code.refusal.message);
  return code.value;
});
desk.close();
console.log(JSON.stringify({ address: server.address, codes }));
process.stdin.resume();
process.stdin.once("end", () => void server.close());
