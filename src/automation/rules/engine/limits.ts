import { notifyAdmins } from "#accounts/notices/index.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Limits of docs/rules/rules.md#limits, per hour. */
const MOST_TEXTS = 10;
const MOST_FIRINGS = 5000;
const MOST_WEBHOOKS = 1000;
const HOUR_MS = 60 * 60_000;

/** Texts of rules in a ticket, those that wait for the opening included. */
export const isTextLimitReached = ({ db, now }: TenantUnit, ticketId: number): boolean =>
  (queryOne(db, sql.textsSince, { ticketId, since: now - HOUR_MS })?.n ?? 0) >= MOST_TEXTS;

/** Firings of all rules of the company, and webhooks that they call. */
export const isFiringLimitReached = ({ db, now }: TenantUnit): boolean =>
  (queryOne(db, sql.firedSince, { since: now - HOUR_MS })?.n ?? 0) >= MOST_FIRINGS;
export const isWebhookLimitReached = ({ db, now }: TenantUnit): boolean =>
  (queryOne(db, sql.webhooksSince, { since: now - HOUR_MS })?.n ?? 0) >= MOST_WEBHOOKS;

/** Admins get one notice per hour. */
export const noteLimit = (unit: TenantUnit, rule: { readonly id: number; readonly name: string }): void =>
  notifyAdmins(unit, {
    code: "rule_limit",
    details: { ruleId: rule.id, name: rule.name },
    key: `rule_limit:${Math.floor(unit.now / HOUR_MS)}`,
  });
