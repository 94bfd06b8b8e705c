import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { QueueCreated, QueueDeleted, QueueUpdated } from "./events.ts";
import { presentQueue } from "./present.ts";
import { findQueue } from "./queries.ts";

/** Broadcasts on channel `queue` to the whole company (docs/rules/realtime.md#channels). */
export function broadcastQueues({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, action: "create" | "update", queueId: number) => {
    const row = findQueue(tenant.db, queueId);
    if (!row) return;
    const record = presentQueue(tenant, row);
    const data = { action, record, queue: record };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "queue", data, audience: "everyone" }]);
  };
  live.after(QueueCreated, (tenant, { queueId }) => publish(tenant, "create", queueId));
  live.after(QueueUpdated, (tenant, { queueId }) => publish(tenant, "update", queueId));
  live.after(QueueDeleted, (tenant, { queueId: id }) => {
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "queue", data: { action: "delete", id }, audience: "everyone" }]);
    // The users of a deleted queue lose access to its tickets.
    ports.use(RealtimePort).reload(tenant.id);
  });
}
