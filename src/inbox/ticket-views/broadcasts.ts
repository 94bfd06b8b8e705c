import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type Viewer, type ViewerBroadcast } from "#tenants/viewer.ts";
import { ViewDeleted, ViewSaved } from "./events.ts";
import { canSee } from "./policy.ts";
import { presentView } from "./queries.ts";

const CHANNEL = "ticket-view";

/**
 * Channel `ticket-view`: broadcasts a personal view to its owner, a shared one to the users who see it (docs/rules/realtime.md#channels).
 */
export function broadcastViews({ live, ports }: Installation): void {
  const gone = (id: number, audience: (viewer: Viewer) => boolean): ViewerBroadcast => ({
    channel: CHANNEL,
    data: { action: "delete", id },
    audience,
  });
  live.after(ViewSaved, (tenant, { before, after }) => {
    const sees = (viewer: Viewer) => canSee(viewer, after);
    const broadcasts: ViewerBroadcast[] = [
      {
        channel: CHANNEL,
        data: { action: before ? "update" : "create", record: presentView(after) },
        audience: sees,
      },
    ];
    if (before) broadcasts.push(gone(after.id, (viewer) => canSee(viewer, before) && !sees(viewer)));
    ports.use(RealtimePort).publish(tenant.id, broadcasts);
  });
  live.after(ViewDeleted, (tenant, { view }) => {
    ports.use(RealtimePort).publish(tenant.id, [gone(view.id, (viewer) => canSee(viewer, view))]);
  });
}
