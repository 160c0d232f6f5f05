import { fileURLToPath } from "node:url";
import type { OpenAiServer } from "../../../../testing/openai-server.ts";
import { approveInTmux } from "../../../agent/bench/approve.ts";
import type { Project } from "../../../agent/bench/project.ts";
import type { Wanted } from "../../../agent/bench/screen-news.ts";
import { openTmux, type TmuxTerminal } from "../../../agent/bench/tmux.ts";

const EXTENSION = fileURLToPath(new URL("../../terminal/quick-extension.process.ts", import.meta.url));

/** pi in a terminal of its own, and who sits before it. */
export class StoryTerminal {
  readonly #pi: TmuxTerminal;

  private constructor(pi: TmuxTerminal) {
    this.#pi = pi;
  }

  static async open(project: Project, server: OpenAiServer): Promise<StoryTerminal> {
    const pi = await openTmux({ project, server, extensions: [EXTENSION], columns: 100, rows: 40 });
    await pi.ready();
    return new StoryTerminal(pi);
  }

  shows(wanted: Wanted): Promise<string> {
    return this.#pi.shows(wanted);
  }

  async reviews(plan: string, revision: number): Promise<void> {
    this.#pi.type(`/plan review ${plan}`);
    this.#pi.press("enter");
    await this.shows(new RegExp(`revision ${revision}\\n[\\s\\S]*1 approve`));
  }

  /** Leaves what is open for the editor. */
  leaves(): void {
    this.#pi.press("escape");
  }

  approves(): Promise<void> {
    return approveInTmux(this.#pi);
  }
}
