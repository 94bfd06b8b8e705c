import { query } from "#platform/db/query.ts";

export const setSchedules = query<{ text: string; now: number; id: number }>(
  "UPDATE company SET schedules = :text, updated_at = :now WHERE id = :id",
);
