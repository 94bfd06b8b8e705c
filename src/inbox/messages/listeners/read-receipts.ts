import { setting } from "#accounts/settings/index.ts";
import { addressVia, ProviderPort } from "#channels/connections/index.ts";
import { TicketRead } from "#inbox/tickets/events.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { addressOn } from "#people/contacts/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./read-receipts.sql.ts";

/**
 * Marks the messages of a ticket as read when its owner reads it, and sends read receipts unless the setting forbids it
 * (docs/rules/connections.md#read-receipts). Messages answered on the phone were read there.
 */
export function listenForReads({ bus }: Installation): void {
  bus.within(TicketRead, (unit, { ticket, userId }) => {
    const rows = queryAll(unit.db, sql.read, { ticketId: ticket.id });
    const { tenant } = unit;
    const isOwnersRead = userId !== null && userId === ticket.userId && ticket.status === "open";
    if (!isOwnersRead || rows.length === 0 || !setting(tenant, "sendReadReceipts")) return;
    unit.afterCommit(() => {
      sendMarks(tenant, ticket, rows).catch((error: unknown) =>
        tenant.log.warn({ err: error }, "read receipts not sent"),
      );
    });
  });
}

async function sendMarks(tenant: Tenant, ticket: Ticket, rows: readonly sql.ReadRow[]): Promise<void> {
  const provider = tenant.installation.ports.use(ProviderPort);
  for (const [connectionId, group] of Map.groupBy(rows, (row) => row.connectionId)) {
    if (!queryOne(tenant.db, sql.online, { id: connectionId })) continue;
    // A ticket that was moved has messages of its former connection: their receipts go there, to the address used there.
    const chat = addressVia(tenant.db, ticket.contactId, connectionId, ticket.channel);
    if (!chat) continue;
    const messages = group.flatMap(({ providerId, participantId, mediaType }) =>
      providerId === null || mediaType === "call_log"
        ? []
        : [
            {
              providerId,
              participant:
                participantId === null
                  ? null
                  : (addressOn(tenant.db, participantId, ticket.channel)?.address ?? null),
            },
          ],
    );
    if (messages.length > 0)
      await provider.markRead({ companyId: tenant.id, connectionId }, chat.address, messages);
  }
}
