import { existsSync, readFileSync, realpathSync } from "node:fs";
import { adoptMoved, missingJournals, setAside } from "../../../desk/adopt.ts";
import type { Desk } from "../../../desk/desk.ts";
import { projectPaths } from "../../../desk/file-store/project-paths.ts";
import { withStateDatabase } from "../../../desk/file-store/with-state-database.ts";
import { distrust } from "../../../desk/file-store/write-rows.ts";
import { allKeys, damagedKeys, importKey, rotateKey } from "../../../desk/keyring.ts";
import { type SettledJournals, settleJournals } from "../../../desk/settle-journals.ts";
import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { type Arguments, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { tellDistrusted } from "../distrusted.ts";
import { askOwner } from "../person.ts";
import { type Reply, refused, reply, usage } from "../reply.ts";
import type { Session } from "../session.ts";
import { firstLines } from "../text/fit.ts";
import { writeNewFile } from "../write-new-file.ts";

export const run: Run = async (session, args) => {
  const [action, ...words] = args.words;
  const desk = await session.desk();
  switch (action) {
    case "show":
      return show(desk);
    case "rotate":
      return rotate(session, desk);
    case "export":
      return exportKeys(session, desk, text(args, "out"));
    case "import":
      return importKeys(session, desk, words[0], args.options["use"] === true);
    case "adopt":
      return adopt(session, desk, words, args);
    default:
      return usage(`countersign key knows show, rotate, export, import and adopt, not "${action}".`);
  }
};

function show(desk: Desk): Reply {
  const [current, ...others] = allKeys(desk.home);
  const damaged = damagedKeys(desk.home).map(({ id }) => id);
  const retired = others.map(({ id }) => id);
  const lines = [
    `  ${current?.id}  seals, in ${desk.home.directory}`,
    ...retired.map((id) => `  ${id}  verifies older records`),
    ...damaged.map((id) => `  ${id}  damaged: countersign doctor says what to do`),
  ];
  const json = { id: current?.id, home: desk.home.directory, retired, ...(damaged.length > 0 && { damaged }) };
  return reply({ key: json }, lines.join("\n"));
}

async function rotate(session: Session, desk: Desk): Promise<Reply> {
  const before = await settleJournals(desk.home, desk.homeDatabase());
  const show = endsText(before);
  const person = await askOwner(session, desk, { ...(show && { show }), question: "Seal with a new key from now on?" });
  if (!person.ok) return refused(person.refusal);
  // Again: a process may have recorded something, and crashed, while the question was open.
  const { settled, unsettled } = await settleJournals(desk.home, desk.homeDatabase());
  const ends = { settled: [...before.settled, ...settled], unsettled };
  // Under the lock no process is writing a record.
  const key = desk.homeDatabase().exclusively(() => rotateKey(desk.home));
  return reply(
    { key: { id: key.id, ...ends } },
    `New records are sealed with ${key.id}; the old key stays to verify older records.`,
  );
}

const MOST = 10;

/** Journals with records that a crash left, and journals that could not be checked for them. */
function endsText({ settled, unsettled }: SettledJournals): string {
  const known = settled.map(({ project, journal, records }) => `${visible(project)} ${journal}: ${records}`);
  const unknown = unsettled.map(
    ({ project, journal = "", because }) => `${visible(project)} ${journal}: ${visible(because)}`,
  );
  return [
    ...(known.length > 0 ? ["Accepted records that a crash had left without a head:", ...firstLines(known, MOST)] : []),
    ...(unknown.length > 0
      ? [
          "Not checked; after the rotation, records that a crash left at their end are not trusted:",
          ...firstLines(unknown, MOST),
        ]
      : []),
  ].join("\n");
}

async function exportKeys(session: Session, desk: Desk, out: string | undefined): Promise<Reply> {
  if (out === undefined) return usage("countersign key export needs --out FILE: keys are not printed.");
  const person = await askOwner(session, desk, {
    question: `Write your keys to ${out}? A person who has them can forge seals.`,
  });
  if (!person.ok) return refused(person.refusal);
  const keys = allKeys(desk.home).map(({ id, secret }) => ({ id, secret: secret.toString("hex") }));
  const home = desk.homeDatabase();
  const heads = Object.fromEntries(home.projects().map((project) => [project, home.heads(project)]));
  const failed = writeNewFile(out, `${JSON.stringify({ format: 1, keys, heads }, undefined, 2)}\n`, 0o600);
  if (failed) return refused(failed);
  const said = `Wrote ${keys.length} ${keys.length === 1 ? "key" : "keys"} to ${out}. On the other machine: countersign key import ${out}`;
  const damaged = damagedKeys(desk.home).map(({ id }) => id);
  const without =
    damaged.length > 0 ? `\nLeft out, because damaged: ${damaged.join(", ")}. See countersign doctor.` : "";
  const exported = { file: out, keys: keys.map(({ id }) => id), ...(damaged.length > 0 && { damaged }) };
  return reply({ exported }, `${said}${without}`);
}

async function importKeys(session: Session, desk: Desk, file: string | undefined, use: boolean): Promise<Reply> {
  if (file === undefined) return usage("countersign key import needs the file that key export wrote.");
  let exported: KeyFile;
  try {
    exported = readKeyFile(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    return refused({
      kind: "unreadable_input",
      message: `${file} is not an export of keys: ${(error as Error).message}.`,
    });
  }
  const show = use ? endsText(await settleJournals(desk.home, desk.homeDatabase())) : "";
  const question = `Trust every record sealed with the keys in ${file}?`;
  const person = await askOwner(session, desk, { ...(show && { show }), question });
  if (!person.ok) return refused(person.refusal);
  const home = desk.homeDatabase();
  // As for `rotate`.
  if (use) await settleJournals(desk.home, home);
  const keys = home.exclusively(() => {
    const imported = exported.keys.map((secret, index) => importKey(desk.home, secret, use && index === 0));
    for (const [project, heads] of exported.heads) {
      for (const { journal, ...head } of heads) {
        const known = home.head(project, journal);
        // A retired head stays retired: its journal is in quarantine.
        if (known === undefined || (known.seq > 0 && known.seq < head.seq)) home.setHead(project, journal, head);
      }
    }
    return imported;
  });
  // Their rows were derived with other heads.
  for (const [project] of exported.heads) withStateDatabase(projectPaths(project), distrust);
  const ids = keys.map(({ id }) => id);
  return reply(
    { imported: { keys: ids } },
    `Imported ${ids.join(", ")}. A project at another path: countersign key adopt --from <old path>`,
  );
}

interface KeyFile {
  keys: Buffer[];
  heads: [string, { journal: string; seq: number; seal: string }[]][];
}

function readKeyFile(data: {
  format?: number;
  keys?: { secret?: string }[];
  heads?: Record<string, unknown>;
}): KeyFile {
  if (data.format !== 1 || !Array.isArray(data.keys) || data.keys.length === 0) throw new Error("it has no keys");
  const keys = data.keys.map(({ secret }) => Buffer.from(String(secret), "hex"));
  if (keys.some((secret) => secret.length !== 32)) throw new Error("a key in it is damaged");
  return { keys, heads: Object.entries(data.heads ?? {}) as KeyFile["heads"] };
}

async function adopt(session: Session, desk: Desk, journals: string[], args: Arguments): Promise<Reply> {
  const from = text(args, "from");
  if (from !== undefined) {
    const person = await askOwner(session, desk, {
      question: `Was this project at ${from} before, and do you trust its journals here?`,
    });
    if (!person.ok) return refused(person.refusal);
    const adopted = await adoptMoved(desk, resolved(from), person.value);
    if (!adopted.ok) return refused(adopted.refusal);
    if (adopted.value.length === 0) {
      const known = desk.homeDatabase().projects().join(", ");
      return refused({
        kind: "not_found",
        message: `No journal here is known from ${from}.`,
        hint: `This machine knows: ${known}.`,
      });
    }
    const others = await tellDistrusted(session, desk);
    const words = `Adopted from ${from}: ${adopted.value.join(", ")}.\n${others?.text ?? ""}`;
    return reply({ adopted: adopted.value, ...others?.json }, words);
  }
  if (args.options["missing"] === true) return acceptLoss(session, desk);
  if (journals.length === 0) return usage("countersign key adopt needs broken journals, --from DIR or --missing.");
  const question = `Quarantine the journals of ${journals.join(", ")}? Their approvals become void; the plans can be proposed again.`;
  return putAside(session, desk, journals, { question });
}

/** Ends the warning about journals that will not come back. The desk's journal records it. */
async function acceptLoss(session: Session, desk: Desk): Promise<Reply> {
  const missing = await missingJournals(desk);
  if (missing.length === 0)
    return refused({
      kind: "not_found",
      message: "No journal is missing here: every one that this machine remembers is there.",
    });
  const show = `Gone from this project, with their approvals and results:\n${firstLines(missing, MOST).join("\n")}`;
  const question = `Accept the loss of ${counted(missing.length, "journal")}?`;
  return putAside(session, desk, missing, { show, question });
}

async function putAside(
  session: Session,
  desk: Desk,
  journals: readonly string[],
  asked: { show?: string; question: string },
): Promise<Reply> {
  const person = await askOwner(session, desk, asked);
  if (!person.ok) return refused(person.refusal);
  const aside: string[] = [];
  for (const journal of journals) {
    const outcome = await setAside(desk, journal, person.value);
    if (!outcome.ok) return refused({ ...outcome.refusal, facts: { ...outcome.refusal.facts, set_aside: aside } });
    aside.push(outcome.value);
  }
  const kept = aside.filter((path) => existsSync(path));
  const lost = aside.length - kept.length;
  const words = [
    ...(kept.length > 0 ? ["Quarantined:", ...kept] : []),
    ...(lost > 0 ? [`Accepted the loss of ${counted(lost, "journal")}.`] : []),
    "Plans whose files are here can be proposed again: countersign propose .pi/plans/<plan>.md",
  ];
  return reply({ set_aside: aside }, words.join("\n"));
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
