import { query } from "#platform/db/query.ts";

/** Counts a check of the day; changes no row when the day already has `max` checks. */
export const countCheck = query<{ id: number; day: string; max: number }>(
  `UPDATE connection SET checks_day = :day,
     checks_count = CASE WHEN checks_day = :day THEN checks_count + 1 ELSE 1 END
   WHERE id = :id AND NOT (checks_day = :day AND checks_count >= :max)`,
);
