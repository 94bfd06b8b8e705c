import { query } from "#platform/db/query.ts";

/** Waiting events already have their file on disk. */
export const waiting = query<{ name: string }, { payload: string }>(
  "SELECT payload FROM inbound_event WHERE state = 'new' AND instr(payload, :name) > 0",
);
/** By text, because events of groups name everyone who wrote. */
export const forget = query<{ name: string }>("DELETE FROM inbound_event WHERE instr(payload, :name) > 0");
export const forgetAll = query("DELETE FROM inbound_event WHERE state <> 'new'");
