import type { Installation } from "#tenants/installation.ts";
import type { UserActor } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer, type ViewerBroadcast } from "#tenants/viewer.ts";
import { canSee } from "./policy.ts";
import { presentAnnouncement } from "./present.ts";
import type { Announcement } from "./schema.ts";

const CHANNEL = "announcement";

/**
 * Channel `announcement`: to every company with live sockets (docs/rules/realtime.md#channels). Closed companies are not
 * opened: their users read the list when they sign in. Users who may no longer see it get a `delete`, users who now see it
 * a `create`. `before`: the previous state, null for a new one.
 */
export function broadcastAnnouncement(
  installation: Installation,
  row: Announcement,
  before: Pick<Announcement, "active"> | null,
): void {
  const record = presentAnnouncement(row);
  const saw = (viewer: Pick<UserActor, "super">) => before !== null && canSee(viewer, before);
  const broadcastOf = (action: "create" | "update" | "delete", audience: (viewer: Viewer) => boolean) => ({
    channel: CHANNEL,
    data: action === "delete" ? { action, id: row.id } : { action, record },
    audience,
  });
  broadcastToAll(installation, [
    broadcastOf("create", (viewer) => canSee(viewer, row) && !saw(viewer)),
    broadcastOf("update", (viewer) => canSee(viewer, row) && saw(viewer)),
    broadcastOf("delete", (viewer) => !canSee(viewer, row) && saw(viewer)),
  ]);
}

export function broadcastDeletion(installation: Installation, id: number): void {
  broadcastToAll(installation, [{ channel: CHANNEL, data: { action: "delete", id }, audience: "everyone" }]);
}

function broadcastToAll({ ports }: Installation, broadcasts: readonly ViewerBroadcast[]): void {
  const hub = ports.use(RealtimePort);
  for (const companyId of hub.groups()) hub.publish(companyId, broadcasts);
}
