import { detectSandbox } from "../src/sandbox/detect.ts";

/** Whether commands of agents run in a sandbox here, whichever it is: for `skipIf`, and for what differs without one. */
export const hasSandbox = (await detectSandbox()).works;
