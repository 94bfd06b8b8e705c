import { eq } from "drizzle-orm";
import { defaultOncePer } from "#automation/rules/engine/once.ts";
import { keepActionFiles } from "#automation/ticket-actions/index.ts";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { invalidFields, limitReached, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { checkRule } from "./check.ts";
import { MAX_ACTIVE_RULES, MAX_RULES, type RuleBody, type UpdateRuleBody } from "./contract.ts";
import { RuleDeleted, RuleSaved } from "./events.ts";
import { everyRule, forgetActiveRules, ruleById } from "./queries.ts";
import { type Rule, rule } from "./schema.ts";

/** Conditions that always hold. */
const ALWAYS = {} as Conditions;

/**
 * `POST /rules`, by admins: the rule becomes the last one. Throws 400 ERR_VALIDATION that names the place, 403
 * ERR_PLAN_FEATURE, 409 ERR_LIMIT_REACHED.
 */
export function createRule(ctx: UserCtx, { oncePer, conditions, ...body }: RuleBody): Rule {
  const { tenant, actor } = ctx;
  return tenant.write((unit) => {
    const rules = everyRule(unit.db);
    if (rules.length >= MAX_RULES) throw limitReached("rules", MAX_RULES);
    if (body.active) checkRoom(rules);
    const values = {
      ...body,
      conditions: conditions ?? ALWAYS,
      oncePer: oncePer ?? defaultOncePer(body.actions),
      position: Math.max(0, ...rules.map(({ position }) => position)) + 1,
      checkedAt: unit.now,
      createdAt: unit.now,
      updatedAt: unit.now,
    };
    checkRule(ctx, values);
    forgetActiveRules(unit);
    const { id } = unit.db.insert(rule).values(values).returning({ id: rule.id }).get();
    keepActionFiles(unit, "rule", id, values.actions, actor.id);
    return saved(unit, null, id);
  });
}

/**
 * `PUT /rules/{id}`, by admins; absent keys keep their value. When a rule is switched on, its count of failures is
 * reset, and earlier events do not trigger it. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION, 403 ERR_PLAN_FEATURE, 409
 * ERR_LIMIT_REACHED.
 */
export function updateRule(ctx: UserCtx, id: number, body: UpdateRuleBody): Rule {
  const { tenant, actor } = ctx;
  return tenant.write((unit) => {
    const before = existing(unit, id);
    const { conditions, ...changes } = body;
    const after = {
      ...before,
      ...withoutAbsent(changes),
      ...(conditions !== undefined && { conditions: conditions ?? ALWAYS }),
    };
    const turnedOn = after.active && !before.active;
    if (turnedOn) checkRoom(everyRule(unit.db));
    // A rule can be switched off although something that it needs no longer exists.
    if (after.active || Object.keys(body).some((key) => key !== "active")) checkRule(ctx, after);
    forgetActiveRules(unit);
    unit.db
      .update(rule)
      .set({ ...after, ...(turnedOn && { failures: 0, checkedAt: unit.now }), updatedAt: unit.now })
      .where(eq(rule.id, id))
      .run();
    if (body.actions) keepActionFiles(unit, "rule", id, body.actions, actor.id);
    return saved(unit, before, id);
  });
}

/** `DELETE /rules/{id}`, by admins; also deletes the rule's log. Throws 404 ERR_NOT_FOUND. */
export function deleteRule({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const before = existing(unit, id);
    forgetActiveRules(unit);
    keepActionFiles(unit, "rule", id, [], null);
    unit.db.delete(rule).where(eq(rule.id, id)).run();
    unit.emit(RuleDeleted, { rule: before });
  });
}

/** `PUT /rules/order`, by admins: every rule in its new order. Throws 400 ERR_VALIDATION when one is missing or unknown. */
export function orderRules({ tenant }: UserCtx, ids: readonly number[]): void {
  tenant.write((unit) => {
    const rules = everyRule(unit.db);
    const isWhole = ids.length === rules.length && rules.every(({ id }) => ids.includes(id));
    if (!isWhole || new Set(ids).size < ids.length) throw invalidFields({ ids: "invalid" });
    forgetActiveRules(unit);
    for (const before of rules) {
      const position = ids.indexOf(before.id) + 1;
      if (before.position === position) continue;
      unit.db.update(rule).set({ position }).where(eq(rule.id, before.id)).run();
      saved(unit, before, before.id);
    }
  });
}

function checkRoom(rules: readonly Rule[]): void {
  if (rules.filter(({ active }) => active).length >= MAX_ACTIVE_RULES)
    throw limitReached("activeRules", MAX_ACTIVE_RULES);
}

function existing({ db }: TenantUnit, id: number): Rule {
  const found = ruleById(db, id);
  if (!found) throw notFound();
  return found;
}

/** Emits the change; returns the row as stored now. */
function saved(unit: TenantUnit, before: Rule | null, id: number): Rule {
  const after = existing(unit, id);
  unit.emit(RuleSaved, { before, after });
  return after;
}

type Present<Body> = { [Key in keyof Body]?: Exclude<Body[Key], undefined> };
const withoutAbsent = <Body extends object>(body: Body): Present<Body> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Present<Body>;
