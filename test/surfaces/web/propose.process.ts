// Proposes a plan in a process of its own, and tells its id.
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";

const [directory = ""] = process.argv.slice(2);
const desk = new Desk({ directory });
const draft = { title: "From elsewhere", steps: [{ id: "one", title: "One", run: "true" }] };
const proposed = await desk.propose(draft, localActor(process.env));
if (!proposed.ok) throw new Error(proposed.refusal.message);
process.send?.({ id: proposed.value.plan.id });
desk.close();
process.disconnect?.();
