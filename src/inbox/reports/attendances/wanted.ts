import * as v from "valibot";
import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { Conditions } from "#inbox/conditions/contract.ts";
import { checkConditions, selecting } from "#inbox/conditions/index.ts";
import type { Period } from "#inbox/dashboard/contract.ts";
import { filterOf, periodOf, spanOf } from "#inbox/dashboard/index.ts";
import type { AttendanceFilter } from "#inbox/reports/contract.ts";
import { queuesOf } from "#inbox/reports/policy.ts";
import type { SqlCondition } from "#inbox/tickets/index.ts";
import { dayAt } from "#platform/dates.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { isCounted, isResolved, type Rows } from "./attendances.sql.ts";

const AD = "FROM ticket_referral f WHERE f.ticket_id = r.ticket_id AND f.period_id = r.id";
const ad = (column: string) => `(SELECT f.${column} ${AD} ORDER BY f.id DESC LIMIT 1)`;

/** Fields of conditions that are compared with the attendance; all other fields are compared with its ticket. */
const facts: Readonly<Record<string, string>> = {
  status: "iif(r.finished_at IS NULL, t.status, 'closed')",
  queue: "r.queue_id",
  connection: "r.connection_id",
  attendant: "r.user_id",
  resolution: "r.resolution_id",
  age_minutes: "r.created_at",
  "ad.present": `EXISTS (SELECT 1 ${AD})`,
  "ad.source_id": ad("source_id"),
  "ad.headline": ad("headline"),
};

const SOURCE = { facts, ticketId: "r.ticket_id" };

const Filter = v.pipe(v.string(), v.parseJson(), Conditions);

/**
 * Returns the rows that a filter selects among those the user may read (docs/rules/reports.md#rights), and the period. Throws 400
 * ERR_NO_FILTER without a period, 400 ERR_VALIDATION for more than 366 days or invalid conditions.
 */
export function wantedRows(ctx: UserCtx, filter: AttendanceFilter): Rows & { readonly period: Period } {
  const { tenant, actor } = ctx;
  const zone = timeZoneOf(tenant);
  const period = periodOf(filter, dayAt(tenant.clock.now(), zone), zone);
  const { fromMs: from, toMs: to } = spanOf(period, zone);
  const conditions: SqlCondition[] = [...chosen(filter)];
  const queues = queuesOf(actor);
  if (queues) conditions.push(among("r.queue_id", JSON.stringify(queues)));
  const tree = conditionsOf(filter.filter);
  if (tree) {
    checkConditions(tenant, "report", tree);
    conditions.push(selecting(tenant, tree, actor.id, SOURCE));
  }
  if (filter.only === "counted") conditions.push(isCounted(filter.by, setting(tenant, "ratingKind")));
  if (filter.only === "resolved") conditions.push(isResolved);
  return { axis: filter.by, from, to, newestFirst: filter.sort === "newest", conditions, period };
}

/** The conditions of a filter; undefined without any. Throws 400 ERR_VALIDATION. */
export function conditionsOf(text: string | undefined): v.InferOutput<typeof Conditions> | undefined {
  if (!text) return undefined;
  const parsed = v.safeParse(Filter, text);
  if (!parsed.success) throw invalidFields({ filter: "invalid" });
  return parsed.output;
}

/** The simple filters, with the same meaning as on the dashboard. */
function chosen(filter: AttendanceFilter): SqlCondition[] {
  const { queues, connections, tags } = filterOf(filter);
  const users = filterOf({ queueIds: filter.userIds }).queues;
  const parts: SqlCondition[] = [];
  if (queues) parts.push(among("coalesce(r.queue_id, 0)", queues));
  if (connections) parts.push(among("r.connection_id", connections));
  if (users) parts.push(among("coalesce(r.user_id, 0)", users));
  // "+": reads the few tags of a ticket once, instead of looking for each wanted tag.
  if (tags)
    parts.push(
      (bind) => `EXISTS (SELECT 1 FROM ticket_tag x WHERE x.ticket_id = r.ticket_id
    AND +x.tag_id IN (SELECT value FROM json_each(${bind(tags)})))`,
    );
  return parts;
}

const among =
  (column: string, ids: string): SqlCondition =>
  (bind) =>
    `${column} IN (SELECT value FROM json_each(${bind(ids)}))`;
