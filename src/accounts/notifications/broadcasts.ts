import type { EventData } from "#platform/realtime/contract.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { NotificationsCreated, NotificationsRead, NotificationsWithdrawn } from "./events.ts";
import { presentNew, readerOf } from "./present.ts";
import { countUnread } from "./read.ts";

/** Channel `notification`, to the user alone (docs/rules/realtime.md#channels). */
export function broadcastNotifications({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, userId: number, data: EventData) =>
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "notification",
        data: { ...data, unread: countUnread(tenant, userId) },
        audience: (viewer) => viewer.id === userId && !isSupport(viewer),
      },
    ]);
  live.after(NotificationsCreated, (tenant, { notifications }) => {
    for (const row of notifications) {
      const reader = readerOf(tenant, row.userId);
      for (const notification of reader ? presentNew(tenant, reader, [row]) : [])
        publish(tenant, row.userId, { action: "create", notification });
    }
  });
  live.after(NotificationsRead, (tenant, { userId, ids }) =>
    publish(tenant, userId, { action: "update", ids }),
  );
  live.after(NotificationsWithdrawn, (tenant, { userId, ids }) =>
    publish(tenant, userId, { action: "delete", ids }),
  );
}
