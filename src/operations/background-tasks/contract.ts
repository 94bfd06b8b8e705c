import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** A long-running task, as the notice bell shows it. */
export const Work = v.object({
  kind: v.picklist(["import", "campaign", "export", "company-import", "backup"]),
  /** Of the import or campaign, of the company that is exported, of the import of a company; 0 for the backup. */
  id: v.number(),
  /** File, campaign or company; "" for the backup. */
  name: v.string(),
  /** Rows, recipients, bytes or companies; 0 of 0 until the total is known. */
  done: v.number(),
  total: v.number(),
  /** Extrapolated from the progress, for a campaign from its pace; null while unknown. */
  secondsLeft: v.nullable(v.number()),
  startedAt: v.nullable(Instant),
  /** Paused until a user, or the next sending window, resumes it. */
  isPaused: v.boolean(),
  /** The caller may cancel it. */
  canCancel: v.boolean(),
  /** An import into this list; null for everything else. */
  contactListId: v.nullable(v.number()),
});
export type Work = v.InferOutput<typeof Work>;
