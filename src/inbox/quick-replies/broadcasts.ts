import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type Viewer, type ViewerBroadcast } from "#tenants/viewer.ts";
import { QuickReplyDeleted, QuickReplySaved } from "./events.ts";
import { canSee } from "./policy.ts";
import { presentQuickReply } from "./present.ts";
import type { QuickReply } from "./schema.ts";

const CHANNEL = "quick-message";

/**
 * Channel `quick-message`: to the owner, and to the whole company while the quick reply is shared
 * (docs/rules/realtime.md#channels).
 */
export function broadcastQuickReplies({ live, ports }: Installation): void {
  const gone = (id: number, audience: (viewer: Viewer) => boolean): ViewerBroadcast => ({
    channel: CHANNEL,
    data: { action: "delete", id },
    audience,
  });
  live.after(QuickReplySaved, (tenant, { before, after }) => {
    const record = presentQuickReply(tenant, after);
    const sees = (viewer: Viewer) => canSee(viewer, after);
    const saw = (viewer: Viewer) => before !== null && canSee(viewer, before);
    const action = before === null ? "create" : "update";
    const broadcasts: ViewerBroadcast[] = [
      { channel: CHANNEL, data: { action, record, quickMessage: record }, audience: sees },
    ];
    if (losesSight(before, after)) broadcasts.push(gone(after.id, (viewer) => saw(viewer) && !sees(viewer)));
    ports.use(RealtimePort).publish(tenant.id, broadcasts);
  });
  live.after(QuickReplyDeleted, (tenant, { reply }) => {
    ports.use(RealtimePort).publish(tenant.id, [gone(reply.id, (viewer) => canSee(viewer, reply))]);
  });
}

const losesSight = (before: QuickReply | null, after: QuickReply): boolean =>
  before?.shared === true && !after.shared;
