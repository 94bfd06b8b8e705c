import { findConnection } from "#channels/connections/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./health.sql.ts";

const DAY_MS = 86_400_000;

/** Facts about a number at the beginning of a restriction (docs/rules/reach.md#incidents). */
export interface IncidentFacts {
  /** Days since it was linked; null = unknown. */
  readonly ageDays: number | null;
  /** First contacts of the last 7 days. */
  readonly contacts: number;
  /** How many of these contacts have not written back. */
  readonly silent: number;
  /** The largest number of these contacts that got the same text. */
  readonly sameText: number;
  readonly hasProxy: boolean;
}

/** Measures a number now; undefined when the connection was deleted. */
export function incidentFacts({ db, clock }: Tenant, connectionId: number): IncidentFacts | undefined {
  const row = findConnection(db, connectionId);
  if (!row) return undefined;
  const week = { connectionId, since: clock.now() - 7 * DAY_MS };
  const counted = queryOne(db, sql.contacts, week);
  return {
    ageDays: row.linkedAt === null ? null : Math.max(0, Math.floor((clock.now() - row.linkedAt) / DAY_MS)),
    contacts: counted?.total ?? 0,
    silent: counted?.silent ?? 0,
    sameText: queryOne(db, sql.sameText, week)?.n ?? 0,
    hasProxy: row.proxyUrl !== null,
  };
}
