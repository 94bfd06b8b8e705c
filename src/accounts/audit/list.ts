import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./audit.sql.ts";
import type { Action, AuditEntry, AuditFilter, AuditPage, AuditPerson, AuditQuery } from "./contract.ts";
import { PAGE_SIZE } from "./merge.ts";
import type { Trail } from "./write.ts";

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

/** An entry as the statements return it. */
export interface Row extends Pick<AuditEntry, "id" | "who" | "userId" | "name" | "kind" | "ip"> {
  readonly at: number;
  readonly action: Action;
  readonly subjectId: string | null;
  readonly subject: string | null;
  readonly details: string;
  readonly companyId: number | null;
  readonly companyName: string | null;
}

/** Entries before an id, newest first, at most `limit`. */
export function entriesBefore(
  reader: TrailReader,
  filter: AuditFilter,
  before: number,
  limit: number,
): AuditEntry[] {
  const period = periodOf(reader, filter);
  const { userId, kind, verb: action, thingId: subjectId } = filter;
  const { fromId, from, to } = period;
  const filters: sql.EntryFilter = { fromId, from, to, userId, kind, action, subjectId };
  const statement = sql.entriesBefore(reader.trail, filters);
  const start = Math.min(before, period.beforeId ?? Number.MAX_SAFE_INTEGER);
  const params = { ...(filters as Record<string, string | number>), before: start, limit };
  return queryAll(reader.db, statement, params).map(present);
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

/**
 * A deferred entry is written up to a second after its time, so its id is among those of later entries. The search
 * range is extended by this many ids.
 */
const CLOCK_SLACK = 1000;

const present = ({
  companyId,
  companyName,
  at,
  action,
  subjectId,
  subject,
  details,
  ...entry
}: Row): AuditEntry => ({
  ...entry,
  verb: action,
  thingId: subjectId,
  thing: subject,
  at: new Date(at).toISOString(),
  details: JSON.parse(details) as AuditEntry["details"],
  company: companyId === null ? null : { id: companyId, name: companyName ?? "" },
});

/** A page of a trail, newest entry first. For admins and super users. */
export function auditPage(ctx: UserCtx, trail: Trail, { before, ...filter }: AuditQuery): AuditPage {
  const entries = entriesBefore(
    readerOf(ctx, trail),
    filter,
    before ?? Number.MAX_SAFE_INTEGER,
    PAGE_SIZE + 1,
  );
  return { records: entries.slice(0, PAGE_SIZE), hasMore: entries.length > PAGE_SIZE };
}

/** All people named in a trail, including deleted ones. */
export const auditPeople = (ctx: UserCtx, trail: Trail): readonly AuditPerson[] =>
  queryAll(readerOf(ctx, trail).db, trail === "company" ? sql.peopleOfCompany : sql.peopleOfProvider);
