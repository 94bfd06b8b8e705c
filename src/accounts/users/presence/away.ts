import { noUser } from "#accounts/users/errors.ts";
import { UserPresenceChanged } from "#accounts/users/events.ts";
import { findUser, type UserView } from "#accounts/users/queries.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { PresencePort } from "./presence.ts";

/** Everybody sets and clears their own pause by hand. */
export function setAway(ctx: UserCtx, away: boolean): UserView {
  const { tenant, actor } = ctx;
  return tenant.write((unit) => {
    const { changes } = run(
      unit.db,
      "UPDATE user SET away = ? WHERE id = ? AND away <> ? AND deleted_at IS NULL",
      away ? 1 : 0,
      actor.id,
      away ? 1 : 0,
    );
    const online = tenant.installation.ports.use(PresencePort).isOnline(tenant.id, actor.id);
    if (changes > 0) unit.emit(UserPresenceChanged, { userId: actor.id, online, away });
    const user = findUser(unit.tenant, actor.id);
    if (!user) throw noUser();
    return user;
  });
}
