import { afterEach } from "vitest";
import { undoAll } from "./agent/bench/after-test.ts";

afterEach(undoAll);
