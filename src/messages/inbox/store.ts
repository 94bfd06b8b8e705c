import type { InboundEvent } from "#connections/index.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Name under which companies with stored events stand in the list of due work. */
export const INBOX_DUE = "inbox";

const INSERT = `INSERT INTO raw_event (connection_id, chat_key, kind, event_key, received_at, payload)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (connection_id, chat_key, kind, event_key) DO NOTHING`;

/**
 * Puts what a driver delivered into the durable inbox, all of it or nothing; what is there already is a repetition
 * and ignored. Answers how many were new. Throws when it cannot be written.
 */
export function storeEvents(tenant: Tenant, connectionId: number, events: readonly InboundEvent[]): number {
  return tenant.write((unit) => {
    let fresh = 0;
    for (const event of events) {
      const { chatKey, kind, eventKey } = event;
      fresh += run(
        unit.db,
        INSERT,
        connectionId,
        chatKey,
        kind,
        eventKey,
        unit.now,
        JSON.stringify(event),
      ).changes;
    }
    if (fresh > 0) unit.due(INBOX_DUE, unit.now);
    return fresh;
  });
}
