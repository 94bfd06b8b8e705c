import { personLoggedOut } from "#accounts/users/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { SessionEnded, SessionStarted } from "./events.ts";

/** Channel `auth`: tells a user's other browsers that the account is in use elsewhere, then closes their sockets. */
export function broadcastSessions({ bus, ports }: Installation): void {
  const tell = (tenant: Tenant, userId: number, sessionId: number, audience: (viewer: Viewer) => boolean) => {
    const data = { action: "update", user: { id: userId }, sessionId };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "auth", data, audience }]);
  };
  bus.after(SessionStarted, (tenant, { userId, sessionId, replaced }) => {
    if (!replaced) return;
    tell(tenant, userId, sessionId, (viewer) => viewer.id === userId);
    ports.use(RealtimePort).reload(tenant.id, userId);
  });
  bus.after(SessionEnded, (tenant, { userId, sessionId, reason }) => {
    // Somebody else holds a copy of the refresh token. No session has the number 0.
    if (reason === "replay") tell(tenant, userId, 0, (viewer) => viewer.sessionId === sessionId);
    ports.use(RealtimePort).reload(tenant.id, userId);
    if (reason === "logout") personLoggedOut(tenant, userId);
  });
}
