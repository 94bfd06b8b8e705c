import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { FollowUpDeleted, FollowUpSaved } from "./events.ts";
import { canSee } from "./policy.ts";
import { presentFollowUp } from "./present.ts";

const CHANNEL = "follow-up";

/** Channel `follow-up`: broadcasts a personal follow-up to its owner, a shared one to all users (docs/rules/realtime.md#channels). */
export function broadcastFollowUps({ live, ports }: Installation): void {
  live.after(FollowUpSaved, (tenant, { before, after }) => {
    const data = { action: before ? "update" : "create", record: presentFollowUp(tenant, after) };
    const audience = (viewer: Viewer) => canSee(viewer, after.ownerId);
    ports.use(RealtimePort).publish(tenant.id, [{ channel: CHANNEL, data, audience }]);
  });
  live.after(FollowUpDeleted, (tenant, { followUp: { id, ownerId } }) => {
    const audience = (viewer: Viewer) => canSee(viewer, ownerId);
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: CHANNEL, data: { action: "delete", id }, audience }]);
  });
}
