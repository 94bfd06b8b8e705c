import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { NumbersAnswer, RestrictionCount } from "./contract.ts";
import * as sql from "./restricted.sql.ts";

/** Restrictions in force in an open company, by kind, without names or numbers of connections. */
export const restrictionsOf = (db: Db): readonly RestrictionCount[] =>
  queryAll(db, sql.inForce).map(({ endsAt, ...row }) => ({
    ...row,
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
  }));

/**
 * Companies with restricted numbers, by name. A company whose database is open is measured now, any other has its last
 * stored measurement: no database is opened for this.
 */
export function restrictedCompanies({ system, tenants }: Installation): NumbersAnswer["companies"] {
  const live = new Map([...tenants.openTenants()].map(({ id, db }) => [id, restrictionsOf(db)]));
  return queryAll(system, sql.measured).flatMap(({ id, name, restrictions }) => {
    const found = live.get(id) ?? (JSON.parse(restrictions ?? "[]") as readonly RestrictionCount[]);
    return found.length === 0 ? [] : [{ id, name, restrictions: [...found] }];
  });
}
