import type { KeyObject } from "node:crypto";
import type { Actor } from "../lifecycle/actor.ts";
import type { Boot } from "../lifecycle/clock-change.ts";
import { crypto } from "./crypto.ts";
import type { Key, KeyId } from "./keyring.ts";

export type Seal = string;

/** The format this program writes; it refuses newer ones. */
export const JOURNAL_FORMAT = 1;

/** One commit of a journal: its events happened at once. */
export interface JournalRecord<Event = unknown> {
  /** The format of the record; absent means 1. */
  format?: number;
  /** From 1, without gaps. */
  seq: number;
  /** The plan or agent of this journal: a line moved to another journal is invalid. */
  journal: string;
  /** The project it was written in, as `placeMark` computes it. */
  place: string;
  at: string;
  by: Actor;
  /** In the first record of each boot in this journal, and where the clock was set. */
  boot?: Boot;
  events: Event[];
  /** SHA-256 of the plan file as this commit left it. */
  file?: string;
  key: KeyId;
  /** The seal of the previous record; for the first, empty or the seal that replaced a quarantined journal. */
  prev: Seal;
}

export interface SealedRecord<Event = unknown> extends JournalRecord<Event> {
  seal: Seal;
}

/** Identifies a project without revealing its path. */
export function placeMark(project: string): string {
  const known = placeMarks.get(project);
  if (known !== undefined) return known;
  const mark = crypto().createHash("sha256").update("countersign project\n").update(project).digest("hex").slice(0, 16);
  placeMarks.set(project, mark);
  return mark;
}

/** A process works with few projects. */
const placeMarks = new Map<string, string>();

/** The line of a record: JSON, with an HMAC over every byte before it. */
export function sealRecord(record: JournalRecord, key: Key): { line: string; seal: Seal } {
  const body = JSON.stringify(record);
  const seal = hmac(body, key);
  return { line: `${body.slice(0, -1)},"seal":"${seal}"}`, seal };
}

const SEALED = /^(\{[\s\S]*),"seal":"([0-9a-f]{64})"\}$/;

/** Splits a line; the seal is not checked yet. */
export function splitLine(line: string): { body: string; record: SealedRecord } | undefined {
  const match = SEALED.exec(line);
  if (match === null) return undefined;
  const body = `${match[1]}}`;
  try {
    const record: unknown = JSON.parse(body);
    return isRecord(record) ? { body, record: { ...record, seal: match[2] ?? "" } } : undefined;
  } catch {
    return undefined;
  }
}

/** Any program can write a line that looks sealed, and even an invalid line is shown. */
function isRecord(value: unknown): value is JournalRecord {
  const { seq, journal, place, at, by, events, key, prev } = value as Record<string, unknown>;
  const { kind, surface, id, name } = (by ?? {}) as Record<string, unknown>;
  const isSpelled = [journal, place, at, key, prev, kind, surface, id, name].every((text) => typeof text === "string");
  return (
    isSpelled &&
    Number.isSafeInteger(seq) &&
    Array.isArray(events) &&
    events.every((event) => typeof event?.type === "string")
  );
}

export function isSealedBy(body: string, seal: Seal, key: Key): boolean {
  return hmac(body, key) === seal;
}

/** Prepared once: that takes longer than sealing a record. */
const secrets = new WeakMap<Key, KeyObject>();

function hmac(body: string, key: Key): Seal {
  const secret = secrets.get(key) ?? crypto().createSecretKey(key.secret);
  secrets.set(key, secret);
  return crypto().createHmac("sha256", secret).update(body).digest("hex");
}
