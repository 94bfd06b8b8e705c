import { type Message, REDACTED_PAYLOAD } from "#inbox/messages/index.ts";
import { one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

const RAW = `SELECT payload FROM inbound_event WHERE connection_id = ? AND chat_key = ? AND kind = 'message' AND event_key = ?`;
const CHATS = "SELECT DISTINCT kind || ':' || value AS chat FROM contact_identity WHERE contact_id = ?";

/**
 * What the driver told of a message, as it came; undefined when it is no longer there
 * (docs/rules/integrations.md#webhook).
 */
export function rawMessage(tenant: Tenant, message: Message): string | undefined {
  if (message.providerId === null) return undefined;
  for (const { chat } of tenant.db.$client.prepare(CHATS).all(message.contactId) as { chat: string }[]) {
    const row = one<{ payload: string }>(tenant.db, RAW, message.connectionId, chat, message.providerId);
    if (row && row.payload !== REDACTED_PAYLOAD) return row.payload;
  }
  return undefined;
}
