import { query } from "#platform/db/query.ts";

export { byPath } from "./files.sql.ts";

/** An inbound event that is not processed yet and names the file. */
export const pendingEvent = query<{ name: string }, unknown>(
  "SELECT 1 FROM inbound_event WHERE state = 'new' AND instr(payload, :name) > 0",
);
