import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { DraftChanged } from "./events.ts";
import { mayHaveDrafts } from "./policy.ts";

/** Channel `draft`: a user's drafts, to that user's pages alone (docs/rules/realtime.md#channels). */
export function broadcastDrafts({ live, ports }: Installation): void {
  live.after(DraftChanged, ({ id }, { userId, draft }) =>
    ports.use(RealtimePort).publish(id, [
      {
        channel: "draft",
        data: { action: "update", draft },
        audience: (viewer) => viewer.id === userId && mayHaveDrafts(viewer),
      },
    ]),
  );
}
