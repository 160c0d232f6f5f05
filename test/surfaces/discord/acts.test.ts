import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { formOf } from "../../../src/acts/request-form.ts";
import { findRequest } from "../../../src/desk/requests.ts";
import { callAction } from "../../../src/surfaces/discord/call-action.ts";
import {
  type ActName,
  type ActsDoor,
  type DoorOptions,
  describeActs,
  type Wish,
} from "../../../testing/describe-acts.ts";

import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { completeRun } from "../../acts/complete-run.ts";
import { calls } from "../../agent/bench/model.ts";
import { must } from "../../desk/fixture.ts";
import { DISCORD_ADVICE } from "./advice.ts";
import { DiscordBench } from "./bench.ts";
import { labels } from "./planned.ts";
import { elsewhere, idOf } from "./reviewing.ts";

/** What can be typed; Start is a button. */
const SLASH: ActName[] = [
  ...(["resume", "pause", "retry", "skip", "fail", "cancel", "decide"] as const),
  ...(["queue", "unqueue", "clear", "archive", "clone", "model", "rollback"] as const),
];

/** A run that no process has cannot be paused by a button, and a paused one not be started. */
const BUTTONS: ActName[] = ["resume", "retry", "skip", "fail", "cancel", "clone", "rollback", "answer"];

const bySlashCommands = async (options: DoorOptions): Promise<ActsDoor> => (await opened(options)).door;

async function opened({
  settings = {},
}: DoorOptions): Promise<{ door: ActsDoor; bench: DiscordBench; ada: LocalMember }> {
  const bench = await DiscordBench.prepare();
  writeFileSync(join(bench.project.home, "plans.json"), JSON.stringify({ execution: "session", ...settings }));
  await bench.startBot();
  const { general, discord } = bench;
  const ada = discord.addMember({ name: "ada" });
  const host = elsewhere(bench);
  const door: ActsDoor = {
    ...{ ...host, can: new Set(SLASH), call: callAction, advice: DISCORD_ADVICE },
    does: async (wish, says) => {
      const command = wish.act === "clear" ? "clear-queue" : wish.act;
      const asked = await ada.slash(general, `plan ${command}`, options(wish));
      if (command !== "rollback") return (await asked.answered(says)).text;
      const preview = await asked.answered(/would change|already/);
      // What is refused has no preview.
      if (!labels(preview).includes("Roll back 1 file")) return (await asked.answered(says)).text;
      return rolledBack(ada, preview, says);
    },
    runs: async (plan) => {
      await ada.slash(general, "plan resume", { plan });
      return () => bench.bot.close();
    },
    completes: (id) => completeRun(host.desk, id),
    own: async (draft) => {
      bench.model.says(calls(["submit_plan", { plan: draft as never }]));
      await (await ada.slash(general, "plan start", { task: "Something else" })).answered("Planning");
      return idOf(await general.next((message) => message.buttons.some(({ label }) => label === "Approve")));
    },
    counts: async (plan) => {
      const { text } = await (await ada.slash(general, "plan status", { plan })).answered(/\d+\/\d+/);
      const [, done, total] = /(\d+)\/(\d+)/.exec(text) ?? [];
      return `${done} of ${total}`;
    },
    close: () => bench.bot.close(),
  };
  return { door, bench, ada };
}

/** By the button of its preview. */
async function rolledBack(ada: LocalMember, preview: LocalMessage, says: RegExp): Promise<string> {
  assert.match(preview.text, /remove `one\.txt`/);
  return (await (await ada.click(preview, "Roll back 1 file")).answered(says)).text;
}

function options({ act, plan, about, words }: Wish): Record<string, string> {
  if (act === "clear") return {};
  if (act === "model") return { model: words ?? "", plan };
  if (act === "decide") return { decision: about ?? "", choice: words ?? "", plan };
  return { ...(about !== undefined && { step: about }), ...(words !== undefined && { reason: words }), plan };
}

/** The same, by what is on the plan's card. */
async function byButtons(options: DoorOptions): Promise<ActsDoor> {
  const { door, bench, ada } = await opened(options);
  const shown = async (plan: string): Promise<LocalMessage> => {
    const status = await (await ada.slash(bench.general, "plan status", { plan })).answered();
    if (status.text.includes("🚫")) return status;
    const isCard = (message: LocalMessage) => idOf(message) === plan && labels(message).includes("Details");
    return bench.general.next(isCard);
  };
  const click = async (card: LocalMessage, wish: Wish): Promise<LocalMessage> => {
    const label = labelOf(wish);
    // What a card does not offer is told on it.
    if (!labels(card).includes(label)) return card;
    const clicked = await ada.click(card, label);
    if (clicked.modal === undefined) return clicked.answered();
    return (await ada.submit(clicked.modal, { "Why is it not needed?": wish.words ?? "" })).answered();
  };
  const answers = async ({ plan, about = "", words = "" }: Wish, says: RegExp): Promise<string> => {
    const isOfPlan = about.startsWith(plan);
    if (isOfPlan) await (await ada.slash(bench.general, "plan status", { plan })).answered();
    const request = must(await findRequest(door.desk, about));
    const { heading, choices } = formOf(request);
    const asks = request.kind === "question" ? request.question : heading;
    const option = choices.at(-1)?.label ?? "";
    const card = await bench.general.next((message) => message.text.includes(asks) && labels(message).includes(option));
    const label = choices.find(({ word }) => word === words)?.label;
    if (label !== undefined) return (await (await ada.click(card, label)).answered(says)).text;
    const { modal } = await ada.click(card, "In my own words…");
    assert.ok(modal);
    return (await (await ada.submit(modal, { "Or in your own words": words })).answered(says)).text;
  };
  /** Its card stays, and offers no second roll back. */
  let rolled: LocalMessage | undefined;
  const { agent } = bench.bot.agentAt(bench.general.id)?.session ?? {};
  assert.ok(agent);
  return {
    ...{ ...door, agent: agent.id },
    does: async (wish, says) => {
      if (wish.act === "answer") return answers(wish, says);
      if (wish.act === "rollback" && rolled !== undefined) {
        const { text } = await rolled.changed((message) => !labels(message).includes("Roll back…"));
        assert.match(text, says);
        return text;
      }
      const card = await shown(wish.plan);
      if (wish.act === "rollback") {
        rolled = card;
        return rolledBack(ada, await (await ada.click(card, "Roll back…")).answered("would change"), says);
      }
      const { text } = await click(card, wish);
      assert.match(text, says);
      return text;
    },
    runs: async (plan) => {
      await ada.click(await shown(plan), "Resume");
      return () => bench.bot.close();
    },
    counts: async (plan) => {
      const [, done, total] = /(\d+)\/(\d+)/.exec((await shown(plan)).text) ?? [];
      return `${done} of ${total}`;
    },
  };
}

function labelOf({ act, about }: Wish): string {
  const step = about === undefined ? "" : ` step ${["one", "two", "three"].indexOf(about) + 1}`;
  const words = { resume: "Resume", retry: "Retry", skip: "Skip", cancel: "Cancel plan", clone: "Clone" };
  if (act === "fail") return step === "" ? "Mark as failed" : `Fail${step}`;
  return `${words[act as keyof typeof words]}${step}`;
}

describeActs("by buttons", byButtons, { describe, it }, { can: new Set(BUTTONS), isRunning: true });
describeActs(
  "by slash commands",
  bySlashCommands,
  { describe, it },
  { can: new Set(SLASH), isRunning: true, byName: true },
);
