import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { TagCreated, TagDeleted, TagUpdated } from "./events.ts";
import { presentTag } from "./present.ts";
import { findTag } from "./queries.ts";

/** Broadcasts on channel `tag` to the whole company (docs/rules/realtime.md#channels). */
export function broadcastTags({ live, ports }: Installation): void {
  const broadcast = (tenant: Tenant, action: "create" | "update", tagId: number) => {
    const row = findTag(tenant.db, tagId);
    if (!row) return;
    const record = presentTag(row);
    const data = { action, record, tag: record };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "tag", data, audience: "everyone" }]);
  };
  live.after(TagCreated, (tenant, { tagId }) => broadcast(tenant, "create", tagId));
  live.after(TagUpdated, (tenant, { tagId }) => broadcast(tenant, "update", tagId));
  live.after(TagDeleted, (tenant, { tagId: id }) => {
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "tag", data: { action: "delete", id }, audience: "everyone" }]);
  });
}
