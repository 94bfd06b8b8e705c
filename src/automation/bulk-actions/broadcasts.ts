import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { BulkRunChanged } from "./events.ts";
import { mayRunBulk } from "./policy.ts";
import { findRun, progressOf } from "./queries.ts";

/** Channel `bulk`: the progress of a user's run, only to the pages of this user (docs/rules/realtime.md#channels). */
export function broadcastBulk({ live, ports }: Installation): void {
  live.after(BulkRunChanged, (tenant, { userId, runId }) => {
    const run = findRun(tenant.db, runId);
    if (!run) return;
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "bulk",
        data: { action: "update", run: progressOf(tenant, run) },
        audience: (viewer) => viewer.id === userId && mayRunBulk(viewer),
      },
    ]);
  });
}
