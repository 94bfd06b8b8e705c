import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./audit.sql.ts";
import type { AuditEntry, AuditFilter, AuditPage, AuditPerson, AuditQuery } from "./contract.ts";
import type { Trail } from "./insert.ts";

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

export interface Row extends Omit<AuditEntry, "at" | "details" | "company"> {
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
  const { userId, kind, verb, thingId } = filter;
  const { fromId, from, to } = period;
  const filters: sql.EntryFilter = { fromId, from, to, userId, kind, verb, thingId };
  const statement = sql.entriesBefore(place.trail, filters);
  const start = Math.min(before, period.beforeId ?? Number.MAX_SAFE_INTEGER);
  const params = { ...(filters as Record<string, string | number>), before: start, limit };
  return queryAll(place.db, statement, params).map(present);
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
  const first = (at: number) => queryOne(db, sql.firstEntryAt(trail), { at })?.id;
  return {
    ...(start !== undefined && {
      from: start,
      fromId: (first(start) ?? Number.MAX_SAFE_INTEGER) - CLOCK_SLACK,
    }),
    ...(end !== undefined && { to: end, beforeId: (first(end) ?? Number.MAX_SAFE_INTEGER) + CLOCK_SLACK }),
  };
}

/** Deferred entries are written a second later and have ids among newer ones. */
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

/** All people named in a trail, including deleted ones. */
export const auditPeople = (ctx: UserCtx, trail: Trail): readonly AuditPerson[] =>
  queryAll(readerOf(ctx, trail).db, trail === "company" ? sql.peopleOfCompany : sql.peopleOfProvider);
