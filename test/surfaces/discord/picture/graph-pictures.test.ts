import { describe, expect, it } from "vitest";
import type { StepStatus } from "../../../../src/lifecycle/step-state.ts";
import { StepStates } from "../../../../src/lifecycle/step-states.ts";
import type { GraphSubject } from "../../../../src/picture/graph-subject.ts";
import { GraphPictures } from "../../../../src/surfaces/discord/picture/graph-pictures.ts";
import type { Drawn } from "../../../../src/surfaces/discord/picture/graph-png.ts";
import { planOf } from "../../../builders.ts";

const plan = planOf("a", "b");
const states = (status: StepStatus) => StepStates.from(["a", "b"].map((id) => [id, { status, attempts: 1 }]));
const pictureOf = ({ steps }: GraphSubject) => Buffer.from(steps[0]?.status ?? "proposed");

/** A painter who is done with a picture when it is told so. */
function painter({ soon }: { soon: number }) {
  const asked: { subject: GraphSubject; done(): void }[] = [];
  const draw = (subject: GraphSubject) =>
    new Promise<Drawn>((resolve) => {
      asked.push({ subject, done: () => resolve({ png: pictureOf(subject) }) });
    });
  return { asked, pictures: new GraphPictures({ draw, soon }) };
}

describe("pictures of graphs", () => {
  it("are drawn once for the same steps in the same state, whatever else the plan says", async () => {
    let count = 0;
    const pictures = new GraphPictures({ draw: async () => ({ png: Buffer.from([++count]) }) });
    const described = { ...plan, steps: plan.steps.map((step) => ({ ...step, description: "longer" })) };
    expect(await pictures.of(described, {})).toBe(await pictures.of(plan, {}));
    expect(await pictures.of(plan, { states: states("completed") })).toEqual(Buffer.from([2]));
    expect(await pictures.of(planOf("alone"), {})).toBeUndefined();
    expect(count).toBe(2);
  });

  it("keep no card waiting: it has what there was before, and hears when there is more", async () => {
    const { pictures, asked } = painter({ soon: 0 });
    const first = Promise.withResolvers<void>();
    expect(await pictures.of(plan, {}, first.resolve)).toBeUndefined();
    asked[0]?.done();
    await first.promise;
    const second = Promise.withResolvers<void>();
    expect(await pictures.of(plan, { states: states("in_progress") }, second.resolve)).toEqual(Buffer.from("proposed"));
    asked[1]?.done();
    await second.promise;
    const third = await pictures.of(plan, { states: states("in_progress") });
    expect(third).toEqual(Buffer.from("in_progress"));
  });

  it("are not drawn if the plan has changed since", async () => {
    const { pictures, asked } = painter({ soon: 0 });
    const last = Promise.withResolvers<void>();
    await pictures.of(plan, {});
    await pictures.of(plan, { states: states("in_progress") });
    await pictures.of(plan, { states: states("completed") }, last.resolve);
    asked[0]?.done();
    while (asked.length < 2) await Promise.resolve();
    asked[1]?.done();
    await last.promise;
    expect(asked.map(({ subject }) => pictureOf(subject).toString())).toEqual(["proposed", "completed"]);
  });
});
