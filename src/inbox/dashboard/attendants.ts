import { PresencePort } from "#accounts/users/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { AttendantFigures } from "./contract.ts";
import * as sql from "./figures.sql.ts";
import { minutes } from "./minutes.ts";
import type { Sums } from "./sums.ts";

/** Every active user with the number of finished tickets and the ratings. */
export function attendantFigures(tenant: Tenant, sums: ReadonlyMap<number, Sums>): AttendantFigures[] {
  const presence = tenant.installation.ports.use(PresencePort);
  return queryAll(tenant.db, sql.activeUsers).map(({ id, name }) => {
    const own = sums.get(id);
    return {
      id,
      name,
      rating: own && own.rated > 0 ? Math.round((own.rateSum / own.rated) * 10) / 10 : null,
      avgSupportTime: own ? minutes(own.supportMs, own.finished) : 0,
      tickets: own?.finished ?? 0,
      online: presence.isOnline(tenant.id, id),
    };
  });
}
