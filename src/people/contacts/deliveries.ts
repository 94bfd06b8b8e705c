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
import { presentContact } from "./queries.ts";
import { contactById } from "./read.ts";

/**
 * Channel `contact`, to the whole company: attendants see all contacts (docs/rules/contacts.md#visibility,
 * docs/rules/realtime.md#channels).
 */
export function deliverContacts({ live, ports }: Installation): void {
  const tell = (tenant: Tenant, data: { action: string } & Record<string, unknown>) =>
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "contact", data, audience: "everyone" }]);
  const show = (action: "create" | "update") => (tenant: Tenant, payload: { readonly contactId: number }) => {
    // Gone in the same transaction: its delete is told instead.
    if (contactById(tenant.db, payload.contactId))
      tell(tenant, { action, contact: presentContact(tenant, payload.contactId) });
  };
  live.after(ContactCreated, show("create"));
  live.after(ContactUpdated, show("update"));
  live.after(ContactDeleted, (tenant, { contactId, withAll }) => {
    if (!withAll) tell(tenant, { action: "delete", contactId });
  });
  live.after(ContactsReloaded, (tenant) => tell(tenant, { action: "reload" }));
  live.after(ContactsCleared, (tenant) => tell(tenant, { action: "delete-all" }));
  live.after(ContactMerged, (tenant, { loserId }) => tell(tenant, { action: "delete", contactId: loserId }));
}
