import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** A background task as the notice bell shows it. */
export const Work = v.object({
  kind: v.picklist(["bulk", "report", "import", "campaign", "export", "company-import", "backup"]),
  /** Id of the bulk run, the file of a report, the contact import, the campaign, the exported company or the company import; 0 for a backup. */
  id: v.number(),
  /** Name of the file, campaign or company; "" for a bulk run, a report or a backup. */
  name: v.string(),
  /** Progress in tickets, rows, recipients, bytes or companies; 0 of 0 until the total is known. */
  done: v.number(),
  total: v.number(),
  /** Remaining time, extrapolated from the progress or, for a campaign, from its pace; null while unknown. */
  secondsLeft: v.nullable(v.number()),
  startedAt: v.nullable(Instant),
  /** Paused until a user, or the next sending window, resumes it. */
  isPaused: v.boolean(),
  /** Whether the caller may cancel the task. */
  canCancel: v.boolean(),
  /** Contact list that an import adds to; null for other tasks. */
  contactListId: v.nullable(v.number()),
});
export type Work = v.InferOutput<typeof Work>;
