import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { ScheduledMessageCreated, ScheduledMessageDeleted, ScheduledMessageUpdated } from "./events.ts";
import { isTheirs } from "./policy.ts";
import { presentSchedule } from "./present.ts";
import { findScheduledMessage } from "./queries.ts";

/**
 * Channel `schedule`: to the author and the admins (docs/rules/scheduled-messages.md#rights,
 * docs/rules/realtime.md#channels); nothing is broadcast while the plan lacks scheduled messages.
 */
export function broadcastSchedules({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, userId: number, data: { action: string } & Record<string, unknown>) => {
    if (!tenant.company.plan.useSchedules) return;
    ports
      .use(RealtimePort)
      .publish(tenant.id, [
        { channel: "schedule", data, audience: (viewer) => isTheirs(viewer, { userId }) },
      ]);
  };
  const publishRow = (tenant: Tenant, action: "create" | "update", id: number) => {
    const found = findScheduledMessage(tenant.db, id);
    if (!found) return;
    const record = presentSchedule(tenant, found);
    publish(tenant, found.row.userId, { action, record, schedule: record });
  };
  live.after(ScheduledMessageCreated, (tenant, { scheduledMessageId: id }) =>
    publishRow(tenant, "create", id),
  );
  live.after(ScheduledMessageUpdated, (tenant, { scheduledMessageId: id }) =>
    publishRow(tenant, "update", id),
  );
  live.after(ScheduledMessageDeleted, (tenant, { scheduledMessageId: id, userId }) =>
    publish(tenant, userId, { action: "delete", id }),
  );
}
