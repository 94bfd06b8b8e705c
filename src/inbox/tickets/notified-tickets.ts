import { NotifiedTicketsPort } from "#accounts/notifications/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { canSee } from "./policy.ts";
import { presentTickets } from "./present.ts";

/** Adds the ticket's contact to a notification about a ticket, if the reader may see the ticket (docs/rules/notifications.md#read). */
export function nameNotifiedTickets({ ports }: Installation): void {
  ports.plug(NotifiedTicketsPort, (tenant, reader, ids) => {
    const seen = presentTickets(tenant, ids).filter((ticket) => canSee(reader, ticket));
    return new Map(
      seen.map(({ id, uuid, contact }) => [
        id,
        { id, uuid, name: contact.name, profilePicUrl: contact.profilePicUrl },
      ]),
    );
  });
}
