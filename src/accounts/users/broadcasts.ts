import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type ViewerBroadcast } from "#tenants/viewer.ts";
import { UserCreated, UserDeleted, UserPresenceChanged, UserUpdated } from "./events.ts";
import { canSeeUserFully } from "./policy.ts";
import { presentColleague, presentUser } from "./present.ts";
import { findUser } from "./queries.ts";

/**
 * Broadcasts on channel `user` to the company, to each viewer with the fields that they may read; updates the
 * permissions of open sockets.
 */
export function broadcastUsers({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, action: "create" | "update", userId: number) =>
    ports.use(RealtimePort).publish(tenant.id, aboutUser(tenant, action, userId));
  live.after(UserCreated, (tenant, { userId }) => publish(tenant, "create", userId));
  live.after(UserPresenceChanged, (tenant, { userId }) => publish(tenant, "update", userId));
  live.after(UserUpdated, (tenant, { userId, rights }) => {
    if (rights) ports.use(RealtimePort).reload(tenant.id, userId);
    publish(tenant, "update", userId);
  });
  live.after(UserDeleted, (tenant, { userId }) => {
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "user", data: { action: "delete", userId }, audience: "everyone" }]);
    ports.use(RealtimePort).reload(tenant.id, userId);
  });
}

function aboutUser(tenant: Tenant, action: "create" | "update", userId: number): readonly ViewerBroadcast[] {
  const user = findUser(tenant, userId);
  if (!user) return [];
  const [full, short] = [presentUser(tenant, user), presentColleague(tenant, user)];
  return [
    { channel: "user", data: { action, user: full }, audience: (viewer) => canSeeUserFully(viewer, userId) },
    {
      channel: "user",
      data: { action, user: short },
      audience: (viewer) => !canSeeUserFully(viewer, userId),
    },
  ];
}
