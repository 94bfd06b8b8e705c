import type { Company } from "./tenant.ts";

type Restored = Pick<Company, "restoredAt" | "resumedAt">;

/**
 * Whether the company was restored to an earlier moment and no user has resumed it: nothing may be sent automatically, because
 * people may have it from the replaced machine (docs/rules/cluster.md#hold).
 */
export const isOnHold = ({ restoredAt, resumedAt }: Restored): boolean =>
  restoredAt !== null && resumedAt === null;

/**
 * Whether the replaced machine may know an event of the time `at` (ms): true for every event before the restore. That machine may
 * have answered it already.
 */
export const isFromBeforeRestore = ({ restoredAt }: Restored, at: number): boolean =>
  restoredAt !== null && at < restoredAt;

/**
 * Whether a time (ms) passed before the company was resumed. Work that was due then is done without texts, and waiting times
 * begin at the resumption.
 */
export const isFromBeforeResume = ({ restoredAt, resumedAt }: Restored, at: number): boolean =>
  restoredAt !== null && at <= (resumedAt ?? Number.POSITIVE_INFINITY);
