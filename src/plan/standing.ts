/**
 * What a plan file says about where the plan stands: a copy for readers, taken from the journal when we write it and
 * never believed when we read it. Nothing in here is part of the plan's definition or of its digest.
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
