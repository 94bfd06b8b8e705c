import { personLoggedOut } from "#accounts/users/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { SessionEnded, SessionStarted } from "./events.ts";

/**
 * Broadcasts on channel `auth`: informs a user's other browsers that the account is in use elsewhere, then
 * closes their sockets.
 */
export function broadcastSessions({ bus, ports }: Installation): void {
  const publish = (
    tenant: Tenant,
    userId: number,
    sessionId: number,
    audience: (viewer: Viewer) => boolean,
  ) => {
    const data = { action: "update", user: { id: userId }, sessionId };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "auth", data, audience }]);
  };
  bus.after(SessionStarted, (tenant, { userId, sessionId, replaced }) => {
    if (!replaced) return;
    publish(tenant, userId, sessionId, (viewer) => viewer.id === userId);
    ports.use(RealtimePort).reload(tenant.id, userId);
  });
  bus.after(SessionEnded, (tenant, { userId, sessionId, reason }) => {
    // The refresh token was copied, so all browsers of this session are notified. The id 0 stands for none: every
    // receiving page compares it with its own session id.
    if (reason === "replay") publish(tenant, userId, 0, (viewer) => viewer.sessionId === sessionId);
    ports.use(RealtimePort).reload(tenant.id, userId);
    if (reason === "logout") personLoggedOut(tenant, userId);
  });
}
