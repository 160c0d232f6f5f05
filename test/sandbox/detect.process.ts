// What a process finds where it was put.
import { detectSandbox } from "../../src/sandbox/detect.ts";

process.stdout.write(JSON.stringify(await detectSandbox()));
