import { Desk, localActor, type ProgramTool, programTools, runPlan, stepToolsHere } from "../src/index.ts";

/** What the tools of this program work on. */
export interface Books {
  find(customer: string): Promise<object[]>;
  create(customer: string, amount: number): Promise<string>;
}

/** Each with the schema of its input, with what its calls are judged by, and with what it does. */
export function toolsOf(books: Books): ProgramTool[] {
  const customer = { type: "string" };
  return [
    {
      name: "invoice_find",
      description: "Finds the invoices of a customer",
      ...{ category: "read", risk: "low" },
      parameters: { type: "object", properties: { customer }, required: ["customer"] },
      execute: (input) => books.find(String(input["customer"])),
    },
    {
      name: "invoice_create",
      description: "Creates an invoice",
      ...{ category: "write", risk: "high" },
      parameters: {
        type: "object",
        properties: { customer, amount: { type: "number" } },
        required: ["customer", "amount"],
      },
      execute: (input) => books.create(String(input["customer"]), Number(input["amount"])),
    },
  ];
}

/** Has a draft approved by `review`, and runs it with these tools: a step has those that it lists. */
export async function planAndRun(
  directory: string,
  books: Books,
  draft: object,
  review: (desk: Desk, id: string) => Promise<boolean>,
): Promise<string> {
  const desk = new Desk({ directory, tools: programTools(toolsOf(books)) });
  try {
    // What a planner may list, and what its plan is checked against: tools of pi, of this program, and of extensions.
    const here = await stepToolsHere(desk, ["invoice_find", "invoice_create"]);
    if (!here.ok) return here.refusal.message;
    const tools = new Set(here.value.tools.map(({ tool }) => tool));
    const proposed = await desk.propose(draft, localActor(process.env), { tools });
    if (!proposed.ok) return proposed.refusal.message;
    const { id } = proposed.value.plan;
    if (!(await review(desk, id))) return "not approved";
    const ran = await runPlan(desk, id);
    return ran.ok ? ran.value.how : ran.refusal.message;
  } finally {
    desk.close();
  }
}
