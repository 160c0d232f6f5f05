import { type Books, planAndRun } from "./library-program-tools-example.ts";

// A program that embeds the library and nothing else: no command line, no session of pi with plan mode in it.

const [directory = "", draft = "{}"] = process.argv.slice(2);
const created: string[] = [];
const books: Books = {
  find: async (customer) => [{ customer, number: 7 }],
  create: async (customer, amount) => {
    created.push(`${customer} ${amount}`);
    return `Invoice ${created.length} is there.`;
  },
};
const end = await planAndRun(directory, books, JSON.parse(draft), async (desk, id) => {
  const person = desk.authenticate({ via: "surface", surface: "program", id: "1", name: "Ana" });
  const found = await desk.plan(id);
  if (!person.ok || !found.ok || found.value.kind !== "standing") return false;
  const { revision, digest } = found.value.state.proposal;
  return (await desk.send(id, { type: "approve", revision, digest }, person.value)).ok;
});
console.log(JSON.stringify({ end, created }));
