import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { AuditEntry, AuditFilter, AuditPage, AuditPerson, AuditQuery } from "./contract.ts";
import { TABLE, type Trail } from "./insert.ts";

/** Lines a page. */
const PAGE = 50;

interface TrailReader {
  readonly db: Db;
  readonly tenant: Tenant;
  readonly trail: Trail;
}
export const readerOf = ({ tenant }: UserCtx, trail: Trail): TrailReader => ({
  db: trail === "company" ? tenant.db : tenant.installation.system,
  tenant,
  trail,
});

const COLUMNS = `l.id, l.at, l.who, l.user_id AS userId, l.name, l.kind, l.verb, l.thing_id AS thingId, l.thing,
  l.details, l.ip`;
const SELECT: Readonly<Record<Trail, string>> = {
  company: `SELECT ${COLUMNS}, NULL AS companyId, NULL AS companyName FROM audit_log l WHERE l.id < ?`,
  provider: `SELECT ${COLUMNS}, c.id AS companyId, c.name AS companyName
    FROM provider_audit_log l LEFT JOIN company c ON c.id = l.company_id WHERE l.id < ?`,
};

interface Row extends Omit<AuditEntry, "at" | "details" | "company"> {
  readonly at: number;
  readonly details: string;
  readonly companyId: number | null;
  readonly companyName: string | null;
}

/** Lines before an id, the latest first, at most `limit`. Every condition is a constant text. */
export function entriesBefore(
  place: TrailReader,
  filter: AuditFilter,
  before: number,
  limit: number,
): AuditEntry[] {
  const period = periodOf(place, filter);
  const conditions: readonly (readonly [string, string | number | undefined])[] = [
    // A period is a range of ids: an index of days would have to be sorted again.
    ["l.id >= ?", period.fromId],
    ["l.at >= ?", period.from],
    ["l.at < ?", period.to],
    ["l.user_id = ?", filter.userId],
    ["l.kind = ?", filter.kind],
    ["l.verb = ?", filter.verb],
    ["l.thing_id = ?", filter.thingId],
  ];
  const given = conditions.filter((one): one is readonly [string, string | number] => one[1] !== undefined);
  const text = `${SELECT[place.trail]} ${given.map(([condition]) => `AND ${condition}`).join(" ")}
    ORDER BY l.id DESC LIMIT ?`;
  const start = Math.min(before, period.beforeId ?? Number.MAX_SAFE_INTEGER);
  return all<Row>(place.db, text, start, ...given.map(([, value]) => value), limit).map(present);
}

interface Period {
  readonly from?: number;
  readonly to?: number;
  readonly fromId?: number;
  readonly beforeId?: number;
}

function periodOf({ db, tenant, trail }: TrailReader, { from, to }: AuditFilter): Period {
  const zone = timeZoneOf(tenant);
  const start = from === undefined ? undefined : startOfDay(from, zone);
  const end = to === undefined ? undefined : startOfDay(addDays(to, 1), zone);
  const first = (at: number) =>
    one<{ id: number }>(db, `SELECT id FROM ${TABLE[trail]} WHERE at >= ? ORDER BY at, id LIMIT 1`, at)?.id;
  return {
    ...(start !== undefined && {
      from: start,
      fromId: (first(start) ?? Number.MAX_SAFE_INTEGER) - CLOCK_SLACK,
    }),
    ...(end !== undefined && { to: end, beforeId: (first(end) ?? Number.MAX_SAFE_INTEGER) + CLOCK_SLACK }),
  };
}

/** Lines that are written a second later stand among younger ones. */
const CLOCK_SLACK = 1000;

const present = ({ companyId, companyName, at, details, ...line }: Row): AuditEntry => ({
  ...line,
  at: new Date(at).toISOString(),
  details: JSON.parse(details) as AuditEntry["details"],
  company: companyId === null ? null : { id: companyId, name: companyName ?? "" },
});

/** A page of a trail, the latest line first. For admins, and super users. */
export function auditPage(ctx: UserCtx, trail: Trail, { before, ...filter }: AuditQuery): AuditPage {
  const lines = entriesBefore(readerOf(ctx, trail), filter, before ?? Number.MAX_SAFE_INTEGER, PAGE + 1);
  return { records: lines.slice(0, PAGE), hasMore: lines.length > PAGE };
}

const PEOPLE = `SELECT id, name FROM user u WHERE EXISTS (SELECT 1 FROM audit_log WHERE user_id = u.id)
  ORDER BY name LIMIT 2000`;
const PROVIDERS = `SELECT user_id AS id, max(name) AS name FROM provider_audit_log WHERE user_id IS NOT NULL
  GROUP BY user_id ORDER BY 2 LIMIT 2000`;

/** Everybody who stands in a trail, people who are gone included. */
export const auditPeople = (ctx: UserCtx, trail: Trail): readonly AuditPerson[] =>
  all<AuditPerson>(readerOf(ctx, trail).db, trail === "company" ? PEOPLE : PROVIDERS);
