import { describe, expect, it } from "vitest";
import {
  missingWords,
  withDependents,
  withoutNeeded,
} from "../../../../src/surfaces/web/page/plan/document/left-out.ts";
import { PLAN } from "./review-fixture.ts";

describe("steps left out", () => {
  it("that others need are named by their numbers", () => {
    expect(missingWords(PLAN, ["handbook"])).toBe("Step 9 needs step 8.");
    expect(missingWords(PLAN, ["add-table", "sign-and-verify"])).toBe(
      "Step 5 needs steps 4 and 3 and step 6 needs steps 4 and 3.",
    );
    expect(missingWords(PLAN, ["handbook", "tell-gateway"])).toBeUndefined();
    expect(missingWords(PLAN, [])).toBeUndefined();
  });

  it("take along what waits for them, or stay if they are needed", () => {
    expect(withDependents(PLAN, ["rotate"])).toEqual(["rotate", "whole-suite", "tell-gateway"]);
    expect(withoutNeeded(PLAN, ["rotate", "tell-gateway"])).toEqual(["tell-gateway"]);
    expect(withoutNeeded(PLAN, ["find-uses", "add-table"])).toEqual([]);
  });
});
