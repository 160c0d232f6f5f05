import { answer, awaitAnswer, Desk, inbox, localActor, watch } from "../src/index.ts";

/** A plan is proposed, countersigned and followed, all in one process. */
export async function story(directory: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const desk = new Desk({ directory, env });
  const told: string[] = [];
  const stop = desk.listen(({ name }) => told.push(name));
  try {
    // A draft in any shape, by the user of this program. An expected "no" is a value, never an exception.
    const draft = {
      title: "Rotate the signing key",
      steps: [{ id: "switch", title: "Sign with the new key", decision_id: "algorithm" }],
      decisions: [{ decision_id: "algorithm", question: "Which algorithm?", options: ["eddsa", "rs256"] }],
    };
    const proposed = await desk.propose(draft, localActor(env));
    if (!proposed.ok) throw new Error(proposed.refusal.message);
    const { id, proposal, version } = proposed.value.plan;

    // Your surface knows who pressed the button, and vouches for them. The signature names exactly what they saw.
    const person = desk.authenticate({ via: "surface", surface: "chat", id: "1234", name: "Ana" });
    if (!person.ok) throw new Error(person.refusal.message);
    const { revision, digest } = proposal;
    const approved = await desk.send(id, { type: "approve", revision, digest }, person.value, version);
    if (!approved.ok) throw new Error(approved.refusal.message);

    // What waits for a person now. The first answer counts, whichever process gives it.
    const [request] = await inbox(desk);
    if (request === undefined) throw new Error("The decision should be asked now.");
    const waiting = awaitAnswer(desk, request.id, AbortSignal.timeout(10_000));
    await answer(desk, request.id, { kind: "decision", selections: ["eddsa"] }, person.value);
    const answered = await waiting;
    if (!answered.ok || answered.value.closing?.how !== "answered") throw new Error("There is no answer.");

    // What any process recorded, from the beginning; without `since`, from now on until the signal says so.
    for await (const event of watch(desk, { since: 0, signal: AbortSignal.timeout(10_000) })) {
      if (event.name === "decision.resolved") break;
    }
    return told;
  } finally {
    stop();
    desk.close();
  }
}
