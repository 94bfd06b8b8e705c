import { noUser } from "#accounts/users/errors.ts";
import { UserPresenceChanged } from "#accounts/users/events.ts";
import { findUser, type UserView } from "#accounts/users/queries.ts";
import { execute } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./presence.sql.ts";
import { PresencePort } from "./presence.ts";

/** Users set and clear their own pause. */
export function setAway(ctx: UserCtx, away: boolean): UserView {
  const { tenant, actor } = ctx;
  return tenant.write((unit) => {
    const { changes } = execute(unit.db, sql.setAway, { away: away ? 1 : 0, id: actor.id });
    const online = tenant.installation.ports.use(PresencePort).isOnline(tenant.id, actor.id);
    if (changes > 0) unit.emit(UserPresenceChanged, { userId: actor.id, online, away });
    const user = findUser(unit.tenant, actor.id);
    if (!user) throw noUser();
    return user;
  });
}
