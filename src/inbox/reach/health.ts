import { findConnection, openRestrictions } from "#channels/connections/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { HealthReason } from "./contract.ts";
import * as sql from "./health.sql.ts";

const DAY_MS = 86_400_000;
/** Minimum number of contacts for which shares are meaningful. */
const ENOUGH = 20;

/** The figures from which the score of a number is computed. */
export interface HealthFigures {
  readonly isRestricted: boolean;
  readonly wasRestricted: boolean;
  readonly quotaStatus: readonly string[];
  /** First contacts of the last 7 days. */
  readonly contacts: number;
  readonly silent: number;
  readonly optOuts: number;
  readonly failed: number;
  /** The most cold contacts that got the same text within a day. */
  readonly sameText: number;
  readonly checked: number;
  readonly missing: number;
  readonly isLinkedLately: boolean;
}

export interface Health {
  readonly score: number;
  readonly reasons: readonly { readonly code: HealthReason; readonly weight: number }[];
}

/** The score of a number, 100 = healthy, with the reasons that lower it (docs/rules/reach.md#doctor). Pure. */
export function scoreHealth(f: HealthFigures): Health {
  const share = (part: number, of: number) => (of >= ENOUGH ? part / of : 0);
  const isSecond = f.quotaStatus.some((status) => status === "SECOND_WARNING" || status === "CAPPED");
  const rules: readonly (readonly [HealthReason, boolean, number])[] = [
    ["restricted", f.isRestricted, 60],
    ["restricted_lately", !f.isRestricted && f.wasRestricted, 25],
    ["second_warning", isSecond, 30],
    ["first_warning", !isSecond && f.quotaStatus.includes("FIRST_WARNING"), 15],
    ["silent", share(f.silent, f.contacts) > 0.7, 20],
    ["same_text", f.sameText > 20, 15],
    ["not_on_whatsapp", share(f.missing, f.checked) > 0.02, 20],
    ["opt_outs", share(f.optOuts, f.contacts) >= 0.03, 20],
    ["failures", share(f.failed, f.contacts) >= 0.1, 15],
    ["linked_lately", f.isLinkedLately, 10],
  ];
  const reasons = rules.filter(([, holds]) => holds).map(([code, , weight]) => ({ code, weight }));
  return { score: Math.max(0, 100 - reasons.reduce((sum, { weight }) => sum + weight, 0)), reasons };
}

/** Measures a number and computes its score. */
export function healthOf({ db, clock }: Tenant, connectionId: number): Health {
  const now = clock.now();
  const week = now - 7 * DAY_MS;
  const counted = queryOne(db, sql.contacts, { connectionId, since: week });
  const checked = queryOne(db, sql.checks, { connectionId, since: week });
  const linkedAt = findConnection(db, connectionId)?.linkedAt ?? null;
  return scoreHealth({
    isRestricted: openRestrictions(db, connectionId).some(({ effect }) => effect !== "none"),
    wasRestricted:
      queryOne(db, sql.restrictedSince, { connectionId, since: now - 30 * DAY_MS }) !== undefined,
    quotaStatus: queryAll(db, sql.quotas, { connectionId, now }).map(({ status }) => status),
    contacts: counted?.total ?? 0,
    silent: counted?.silent ?? 0,
    optOuts: counted?.optOuts ?? 0,
    failed: counted?.failed ?? 0,
    sameText: queryOne(db, sql.sameText, { connectionId, since: now - DAY_MS })?.n ?? 0,
    checked: checked?.total ?? 0,
    missing: checked?.missing ?? 0,
    isLinkedLately: linkedAt !== null && now - linkedAt < 7 * DAY_MS,
  });
}
