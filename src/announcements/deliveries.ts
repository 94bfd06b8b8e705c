import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type ViewerDelivery } from "#tenants/viewer.ts";
import { canSee } from "./policy.ts";
import { presentAnnouncement } from "./present.ts";
import type { Announcement } from "./schema.ts";

const CHANNEL = "announcement";

/**
 * Channel `announcement`: to every company with live sockets (behaviour 23); sleeping ones are not opened, they read
 * the list when somebody comes. Who may not see it any more gets a `delete`.
 */
export function tellAnnouncement(
  installation: Installation,
  action: "create" | "update",
  row: Announcement,
): void {
  const record = presentAnnouncement(row);
  const told: ViewerDelivery[] = [
    { channel: CHANNEL, data: { action, record }, audience: (viewer) => canSee(viewer, row) },
  ];
  if (!row.active && action === "update") {
    const audience: ViewerDelivery["audience"] = (viewer) => !canSee(viewer, row);
    told.push({ channel: CHANNEL, data: { action: "delete", id: row.id }, audience });
  }
  tellAll(installation, told);
}

export function tellDeleted(installation: Installation, id: number): void {
  tellAll(installation, [{ channel: CHANNEL, data: { action: "delete", id }, audience: "everyone" }]);
}

function tellAll({ ports }: Installation, told: readonly ViewerDelivery[]): void {
  const hub = ports.use(RealtimePort);
  for (const companyId of hub.groups()) hub.publish(companyId, told);
}
