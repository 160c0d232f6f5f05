// What a process finds where it was put.
import { type DetectOptions, detectSandbox } from "../../src/sandbox/detect.ts";

const by = process.argv[2] as DetectOptions["by"];
process.stdout.write(JSON.stringify(await detectSandbox(by === undefined ? {} : { by })));
