import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type Viewer, type ViewerBroadcast } from "#tenants/viewer.ts";
import { MacroDeleted, MacroSaved } from "./events.ts";
import { canSee } from "./policy.ts";
import { presentMacro } from "./queries.ts";

const CHANNEL = "macro";

/** Channel `macro`: a personal macro to its owner, a shared one to those who see it (docs/rules/realtime.md#channels). */
export function broadcastMacros({ live, ports }: Installation): void {
  const gone = (id: number, audience: (viewer: Viewer) => boolean): ViewerBroadcast => ({
    channel: CHANNEL,
    data: { action: "delete", id },
    audience,
  });
  live.after(MacroSaved, (tenant, { before, after }) => {
    const sees = (viewer: Viewer) => canSee(viewer, after);
    const data = { action: before ? "update" : "create", record: presentMacro(tenant, after) };
    const broadcasts: ViewerBroadcast[] = [{ channel: CHANNEL, data, audience: sees }];
    if (before) broadcasts.push(gone(after.id, (viewer) => canSee(viewer, before) && !sees(viewer)));
    ports.use(RealtimePort).publish(tenant.id, broadcasts);
  });
  live.after(MacroDeleted, (tenant, { macro }) => {
    ports.use(RealtimePort).publish(tenant.id, [gone(macro.id, (viewer) => canSee(viewer, macro))]);
  });
}
