import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { ReminderChanged } from "./events.ts";
import { findReminder } from "./present.ts";

/** Channel `reminder`: a user's reminders, to that user's pages alone (docs/rules/realtime.md#channels). */
export function broadcastReminders({ live, ports }: Installation): void {
  live.after(ReminderChanged, (tenant, { userId, reminderId, action }) => {
    const reminder = action === "delete" ? undefined : findReminder(tenant, userId, reminderId);
    if (action !== "delete" && !reminder) return;
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "reminder",
        data: { action, ...(reminder ? { reminder } : { id: reminderId }) },
        audience: (viewer) => viewer.id === userId && !isSupport(viewer),
      },
    ]);
  });
}
