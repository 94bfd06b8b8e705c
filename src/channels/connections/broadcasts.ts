import type { Installation } from "#tenants/installation.ts";
import { isAdmin, type Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer, type ViewerBroadcast } from "#tenants/viewer.ts";
import { ConnectionDeleted, ConnectionSaved, RestrictionChanged, SessionChanged } from "./events.ts";
import { forAdmin, forAttendant, forSessionUpdate, shownWith } from "./present.ts";
import { findConnection } from "./queries.ts";

const others = (viewer: Viewer) => !isAdmin(viewer);

/** Channels `whatsapp` and `whatsappSession`: full rows for admins, others see docs/rules/connections.md#secrets. */
export function broadcastConnections({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, broadcasts: readonly ViewerBroadcast[]) =>
    ports.use(RealtimePort).publish(tenant.id, broadcasts);

  const publishRow = (tenant: Tenant, { connectionId }: { readonly connectionId: number }) => {
    const row = findConnection(tenant.db, connectionId);
    if (!row) return;
    const shown = shownWith(tenant, row);
    const update = (whatsapp: unknown) => ({ action: "update", whatsapp });
    publish(tenant, [
      { channel: "whatsapp", data: update(forAdmin(row, shown)), audience: isAdmin },
      { channel: "whatsapp", data: update(forAttendant(row, shown)), audience: others },
    ]);
  };
  live.after(ConnectionSaved, publishRow);
  live.after(RestrictionChanged, publishRow);
  live.after(ConnectionDeleted, (tenant, { connectionId }) =>
    publish(tenant, [
      {
        channel: "whatsapp",
        data: { action: "delete", whatsappId: connectionId },
        audience: "everyone",
      },
    ]),
  );
  live.after(SessionChanged, (tenant, { connectionId }) => {
    const row = findConnection(tenant.db, connectionId);
    if (!row) return;
    const update = (withQr: boolean) => ({ action: "update", session: forSessionUpdate(row, withQr) });
    publish(tenant, [
      { channel: "whatsappSession", data: update(true), audience: isAdmin },
      { channel: "whatsappSession", data: update(false), audience: others },
    ]);
  });
}
