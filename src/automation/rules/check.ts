import { planFeature } from "#accounts/companies/index.ts";
import { SHARED_ACTIONS, type TicketAction } from "#automation/ticket-actions/contract.ts";
import { checkActions } from "#automation/ticket-actions/index.ts";
import { checkConditions } from "#inbox/conditions/index.ts";
import { fieldsOf } from "#people/fields/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { RuleAction } from "./actions/contract.ts";
import { EXISTING } from "./check.sql.ts";
import { TIMED_EVENTS } from "./contract.ts";
import { missingFeature } from "./plan.ts";
import { namedBy } from "./references.ts";
import type { Rule } from "./schema.ts";

/**
 * Checks a rule before it is stored. Throws 400 ERR_VALIDATION that names the place (`conditions.all.0.op`, `actions.2`), 403
 * ERR_PLAN_FEATURE.
 */
export function checkRule(
  ctx: UserCtx,
  rule: Pick<Rule, "event" | "settings" | "conditions" | "actions">,
): void {
  const { tenant } = ctx;
  checkConditions(tenant, "rule", rule.conditions);
  const { settings } = rule;
  if (!namedBy({ settings, actions: [] }).every((one) => exists(tenant, one)))
    throw invalidFields({ "settings.tagIds": "invalid" });
  checkActions(ctx, rule.actions.map(asShared), true);
  const isTimed = TIMED_EVENTS.some((event) => event === rule.event);
  if (isTimed && settings.minutes === undefined) throw invalidFields({ "settings.minutes": "required" });
  const problems = rule.actions.flatMap((action, index) =>
    namedBy({ settings: {}, actions: [action] }).every((one) => exists(tenant, one))
      ? []
      : [[`actions.${index}`, "invalid"] as const],
  );
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems));
  const feature = missingFeature(tenant, rule.actions);
  if (feature) throw planFeature(feature);
}

/**
 * Converts the action to one that macros have, for the common checks. An action that only rules have becomes a valid
 * placeholder; the objects that it refers to are checked separately.
 */
function asShared(action: RuleAction): TicketAction {
  if (action.action === "assign")
    return { action: "assign", userId: action.userId === "distribute" ? "me" : action.userId };
  return isShared(action) ? action : { action: "assign", userId: "me" };
}
const isShared = (action: RuleAction): action is Extract<RuleAction, TicketAction> =>
  SHARED.has(action.action);
const SHARED: ReadonlySet<string> = new Set([
  ...SHARED_ACTIONS.map(({ entries }) => entries.action.literal),
  "reply",
  "participant_add",
  "transfer",
]);

type Named = ReturnType<typeof namedBy>[number];

function exists(tenant: Tenant, { kind, id }: Named): boolean {
  if (kind === "field")
    return (["contact", "ticket"] as const).some((of) =>
      fieldsOf(tenant, of).some(({ key, active }) => active && key === id),
    );
  const sql = kind in EXISTING ? EXISTING[kind as keyof typeof EXISTING] : undefined;
  return sql === undefined || queryAll(tenant.db, sql, { ids: JSON.stringify([id]) }).length > 0;
}

/** Ids of deleted users that a rule names; such a rule fails when it runs. */
export function missingUsers({ db }: Pick<Tenant, "db">, rule: Rule): number[] {
  const named = namedBy(rule).flatMap(({ kind, id }) => (kind === "user" ? [Number(id)] : []));
  if (named.length === 0) return [];
  const active = new Set(queryAll(db, EXISTING.user, { ids: JSON.stringify(named) }).map(({ id }) => id));
  return [...new Set(named)].filter((id) => !active.has(id));
}
