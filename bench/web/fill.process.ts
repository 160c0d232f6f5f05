// Fills a project with so many proposed plans.
import { fillStore } from "../store/fill-store.ts";

const [project = "", count = "0"] = process.argv.slice(2);
await fillStore(project, Number(count));
