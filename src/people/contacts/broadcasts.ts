import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import {
  ContactCreated,
  ContactDeleted,
  ContactMerged,
  ContactsCleared,
  ContactsReloaded,
  ContactUpdated,
} from "./events.ts";
import { findPresentedContact } from "./queries.ts";

/**
 * Broadcasts on channel `contact` to the whole company: attendants see all contacts
 * (docs/rules/contacts.md#visibility, docs/rules/realtime.md#channels).
 */
export function broadcastContacts({ live, ports }: Installation): void {
  const broadcast = (tenant: Tenant, data: { action: string } & Record<string, unknown>) =>
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "contact", data, audience: "everyone" }]);
  const broadcastContact =
    (action: "create" | "update") => (tenant: Tenant, payload: { readonly contactId: number }) => {
      const contact = findPresentedContact(tenant, payload.contactId);
      // Deleted in the same transaction: only the delete is broadcast.
      if (contact) broadcast(tenant, { action, contact });
    };
  live.after(ContactCreated, broadcastContact("create"));
  live.after(ContactUpdated, broadcastContact("update"));
  live.after(ContactDeleted, (tenant, { contactId, withAll }) => {
    if (!withAll) broadcast(tenant, { action: "delete", contactId });
  });
  live.after(ContactsReloaded, (tenant) => broadcast(tenant, { action: "reload" }));
  live.after(ContactsCleared, (tenant) => broadcast(tenant, { action: "delete-all" }));
  live.after(ContactMerged, (tenant, { loserId }) =>
    broadcast(tenant, { action: "delete", contactId: loserId }),
  );
}
