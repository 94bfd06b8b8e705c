import { type Message, REDACTED_PAYLOAD } from "#inbox/messages/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./legacy.sql.ts";

/** The driver's event of a message; undefined when it was deleted (docs/rules/integrations.md#webhook). */
export function rawMessage(tenant: Tenant, message: Message): string | undefined {
  if (message.providerId === null) return undefined;
  for (const { chat } of queryAll(tenant.db, sql.chatsOf, { contactId: message.contactId })) {
    const row = queryOne(tenant.db, sql.eventOf, {
      connectionId: message.connectionId,
      chat,
      providerId: message.providerId,
    });
    if (row && row.payload !== REDACTED_PAYLOAD) return row.payload;
  }
  return undefined;
}
