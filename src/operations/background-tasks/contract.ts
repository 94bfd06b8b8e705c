import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** Something long that goes on by itself, as the bell shows it. */
export const Work = v.object({
  kind: v.picklist(["import", "campaign", "export", "company-import", "backup"]),
  /** Of the import or campaign, of the company that is exported, of the import of a company; 0 for the backup. */
  id: v.number(),
  /** File, campaign or company; "" for the backup. */
  name: v.string(),
  /** Rows, recipients, bytes or companies; 0 of 0 until it has looked. */
  done: v.number(),
  total: v.number(),
  /** By how it went so far, of a campaign by the pace that is set; null while that cannot be said. */
  secondsLeft: v.nullable(v.number()),
  startedAt: v.nullable(Instant),
  /** It rests until somebody, or its next window, lets it go on. */
  isPaused: v.boolean(),
  /** Whoever asks may stop it. */
  canCancel: v.boolean(),
  /** An import into this list; null for everything else. */
  contactListId: v.nullable(v.number()),
});
export type Work = v.InferOutput<typeof Work>;
