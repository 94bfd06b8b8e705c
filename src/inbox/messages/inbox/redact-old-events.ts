import type { InboundEvent } from "#channels/connections/index.ts";
import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { all, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Rows of one transaction: others get their turn in between. */
const BATCH = 500;
/** What is left of an event: its row, by which a repetition is known. */
export const REDACTED_PAYLOAD = "{}";

// What failed is tried again by nobody any more.
const EVENTS = `UPDATE inbound_event SET payload = '${REDACTED_PAYLOAD}', reason = iif(state = 'failed', 'retention', reason),
  state = iif(state = 'failed', 'skipped', state) WHERE id = ?`;
const OLD_EVENTS = `SELECT id, state, payload FROM inbound_event
  WHERE finished_at <= ? AND payload <> '${REDACTED_PAYLOAD}' LIMIT ${BATCH}`;
// What is sent goes with its message; an edit has none.
const SENDS = `UPDATE outbox SET payload = '${REDACTED_PAYLOAD}' WHERE id IN (SELECT id FROM outbox
  WHERE message_id IS NULL AND state IN ('sent', 'cancelled') AND created_at <= ? AND payload <> '${REDACTED_PAYLOAD}'
  LIMIT ${BATCH})`;

/**
 * Takes the words out of what came in and of edits that went out, once they are as old as the company lets messages
 * become. The rows stay their time, so that what the network tells again counts once. Answers whether there is more.
 */
export function redactOldEvents(unit: TenantUnit, untilMs: number): boolean {
  const events = all<{ id: number; state: string; payload: string }>(unit.db, OLD_EVENTS, untilMs);
  for (const { id, state, payload } of events) {
    // Nobody shows the file of what failed.
    if (state === "failed") dropFile(unit, JSON.parse(payload) as InboundEvent);
    run(unit.db, EVENTS, id);
  }
  return run(unit.db, SENDS, untilMs).changes === BATCH || events.length === BATCH;
}
