import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { graphSubject } from "../../../../src/picture/graph-subject.ts";
import { DrawingWorker } from "../../../../src/surfaces/discord/picture/drawing-worker.ts";
import { planOf } from "../../../builders.ts";

const large = graphSubject(planOf(...Array.from({ length: 200 }, (_, n) => ({ id: `s${n}`, title: `Step ${n}` }))));
const small = graphSubject(planOf("a", "b"));

describe("a picture", { timeout: 60_000 }, () => {
  it("is drawn while everything else goes on", async () => {
    const drawing = new DrawingWorker().draw(large);
    let isDrawn = false;
    void drawing.then(() => {
      isDrawn = true;
    });
    let turns = 0;
    while (!isDrawn) {
      await setImmediate();
      turns++;
    }
    const { png = [] } = await drawing;
    expect(Buffer.from(png).toString("latin1", 1, 4)).toBe("PNG");
    // In this thread it would be two or three.
    expect(turns).toBeGreaterThan(100);
  });

  it("that takes too long is given up, and so is one that cannot be drawn; the next is drawn all the same", async () => {
    const hasty = new DrawingWorker({ patience: 0 });
    expect(await hasty.draw(large)).toEqual({ missing: "it took longer than 0 ms" });
    const patient = new DrawingWorker();
    const [first, second] = await Promise.all([patient.draw({ steps: null } as never), patient.draw(small)]);
    expect(first.missing).toMatch(/null/);
    expect(second.png).toBeInstanceOf(Uint8Array);
  });
});
