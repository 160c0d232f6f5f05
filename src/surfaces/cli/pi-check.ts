import { INSTALL_PI, standingOfPi, TESTED_PI } from "../../agent/pi-version.ts";
import type { Check } from "./examination.ts";

/** A hook or a plan of commands needs neither pi nor a model, so a missing one is no failure. */
export function piCheck(version: string | undefined): Check {
  if (version === undefined) {
    return { result: "note", what: "pi is not installed: planning and the terminal app need it", hint: INSTALL_PI };
  }
  const standing = standingOfPi(version);
  if (standing === "tested") return { result: "good", what: `pi ${version}, which Countersign was tested on` };
  const range = standing === "unsupported" ? " and runs on 0.87.1 and newer, below 2" : "";
  const what = `pi ${version}: Countersign was tested on ${TESTED_PI.join(" and ")}${range}`;
  return { result: "note", what, hint: `If something fails, try a tested one: ${INSTALL_PI}` };
}
