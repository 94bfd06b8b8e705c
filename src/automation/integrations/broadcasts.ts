import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { IntegrationDeleted, IntegrationSaved } from "./events.ts";
import { type CurrentUser, presentIntegration } from "./present.ts";
import { findResponder } from "./queries.ts";

const CHANNEL = "queueIntegration";
const admins = (viewer: Viewer): boolean => viewer.profile === "admin";

/** Channel `queueIntegration`: to admins; support sessions get addresses masked. */
export function broadcastIntegrations({ live, ports }: Installation): void {
  live.after(IntegrationSaved, (tenant, { integrationId, created }) => {
    const row = findResponder(tenant.db, integrationId);
    if (!row) return;
    const dataFor = (onlooker: CurrentUser) => {
      const record = presentIntegration(tenant, row, onlooker);
      return { action: created ? "create" : "update", record, queueIntegration: record };
    };
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: CHANNEL,
        data: dataFor({ profile: "admin" }),
        audience: (viewer) => admins(viewer) && !isSupport(viewer),
      },
      {
        channel: CHANNEL,
        data: dataFor({ profile: "admin", supportUntil: 0 }),
        audience: (viewer) => admins(viewer) && isSupport(viewer),
      },
    ]);
  });
  live.after(IntegrationDeleted, (tenant, { integrationId: id }) => {
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: CHANNEL, data: { action: "delete", id }, audience: admins }]);
  });
}
