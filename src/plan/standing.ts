/**
 * The status in a plan file: a copy for readers, written from the journal and never trusted when read. No part of it
 * is in the plan's definition or its digest.
 */
export interface Standing {
  status?: string;
  version?: number;
  revision?: number;
  digest?: string;
  created_at?: string;
  updated_at?: string;
  approved_by?: string;
  approved_at?: string;
  execution_session?: string;
  execution_started_at?: string;
  execution_ended_at?: string;
  result_summary?: string;
  /** By step id. A step that is not listed is pending. */
  steps?: Record<string, { status: string; notes?: string }>;
  /** By decision id: the labels that were chosen. */
  selections?: Record<string, string[]>;
  /** The lines of `## Review history`, oldest first, each a single line without its bullet. */
  reviews?: string[];
}
