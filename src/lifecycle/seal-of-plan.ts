import type { Digest } from "../plan/digest.ts";
import { bindingProposal, type LivePlan } from "./plan-state.ts";

/** How the signatures of a plan stand, for the seal that surfaces draw. */
export interface SealOfPlan {
  /** Of the shown text. */
  digest: Digest;
  /** Signed, from 0 to 1: 1 of 2 signatures is a half. */
  share: number;
  isVoid: boolean;
  words: string;
}

/** `quorum`: how many signatures it needs. A text without an approval that no person can sign now is void. */
export function sealOfPlan(state: LivePlan, quorum: number): SealOfPlan {
  const { digest } = bindingProposal(state);
  const as = (words: string, share: number, isVoid = false): SealOfPlan => ({ digest, share, isVoid, words });
  if ("approval" in state && state.approval) return as("Signed", 1);
  if (state.status === "rejected") return as("Rejected", 0, true);
  if (state.status === "cancelled") return as("Cancelled", 0, true);
  const signed = "signatures" in state ? state.signatures.length : 0;
  if (signed === 0 && state.voided) return as("The signature is void: the text changed", 0, true);
  if (signed === 0) return as("Not signed", 0);
  return as(`${signed} of ${Math.max(quorum, signed)} signed`, signed / Math.max(quorum, signed));
}
