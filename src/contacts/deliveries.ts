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

/** Channel `contact`, to the whole company: attendants see all contacts (behaviour 6, 23). */
export function deliverContacts({ bus, ports }: Installation): void {
  const tell = (tenant: Tenant, data: { action: string } & Record<string, unknown>) =>
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "contact", data, audience: "everyone" }]);
  const show = (action: "create" | "update") => (tenant: Tenant, payload: { readonly contactId: number }) => {
    // Gone in the same transaction: its delete is told instead.
    if (contactById(tenant.db, payload.contactId))
      tell(tenant, { action, contact: presentContact(tenant, payload.contactId) });
  };
  bus.after(ContactCreated, show("create"));
  bus.after(ContactUpdated, show("update"));
  bus.after(ContactDeleted, (tenant, { contactId, withAll }) => {
    if (!withAll) tell(tenant, { action: "delete", contactId });
  });
  bus.after(ContactsReloaded, (tenant) => tell(tenant, { action: "reload" }));
  bus.after(ContactsCleared, (tenant) => tell(tenant, { action: "delete-all" }));
  bus.after(ContactMerged, (tenant, { loserId }) => tell(tenant, { action: "delete", contactId: loserId }));
}
