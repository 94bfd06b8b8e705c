import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import {
  ContactListCreated,
  ContactListDeleted,
  ContactListUpdated,
  ItemCreated,
  ItemDeleted,
  ItemsReloaded,
  ItemUpdated,
} from "./events.ts";
import { canReadLists } from "./policy.ts";
import { presentItem, presentList } from "./present.ts";
import { findItem, findList } from "./queries.ts";

type Data = { readonly action: string } & Record<string, unknown>;

/** Channels `ContactList` and `ContactListItem`: to users who may read lists (docs/rules/realtime.md#channels). */
export function broadcastLists({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, channel: "ContactList" | "ContactListItem", data: Data) =>
    ports.use(RealtimePort).publish(tenant.id, [{ channel, data, audience: canReadLists }]);
  const showList =
    (action: "create" | "update") =>
    (tenant: Tenant, { contactListId }: { readonly contactListId: number }) => {
      const row = findList(tenant.db, contactListId);
      if (row) publish(tenant, "ContactList", { action, record: presentList(tenant, row) });
    };
  const showItem =
    (action: "create" | "update") =>
    (tenant: Tenant, { itemId }: { readonly itemId: number }) => {
      const row = findItem(tenant.db, itemId);
      if (row) publish(tenant, "ContactListItem", { action, record: presentItem(tenant, row) });
    };
  live.after(ContactListCreated, showList("create"));
  live.after(ContactListUpdated, showList("update"));
  live.after(ContactListDeleted, (tenant, { contactListId: id }) =>
    publish(tenant, "ContactList", { action: "delete", id }),
  );
  live.after(ItemCreated, showItem("create"));
  live.after(ItemUpdated, showItem("update"));
  live.after(ItemDeleted, (tenant, { itemId: id, contactListId }) =>
    publish(tenant, "ContactListItem", { action: "delete", id, contactListId }),
  );
  live.after(ItemsReloaded, (tenant, { contactListId }) =>
    publish(tenant, "ContactListItem", { action: "reload", contactListId }),
  );
}
