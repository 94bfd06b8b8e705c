import { eq } from "drizzle-orm";
import { addOpenTime, firstOpen } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { checkConditions } from "#inbox/conditions/index.ts";
import { parseInstant } from "#platform/dates.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError, invalidFields, limitReached, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import {
  type CreateSlaPolicyBody,
  MAX_POLICIES,
  type SlaHours,
  type SlaTestBody,
  type UpdateSlaPolicyBody,
} from "./contract.ts";
import { hoursFor } from "./hours.ts";
import { dropPolicies, storedPolicies } from "./policies.ts";
import { recountClocks } from "./recount.ts";
import { type SlaPolicy, slaPolicy } from "./schema.ts";

const EVERY_TICKET: Conditions = { all: [] };

/** The policies that are not deleted, in their order. */
export const currentPolicies = (db: Db): readonly SlaPolicy[] =>
  storedPolicies(db).filter(({ deletedAt }) => deletedAt === null);

/**
 * `POST /sla-policies`: admins; the policy becomes the last one and applies to attendances that begin or change from now
 * on (docs/rules/sla.md#policies). Throws 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED.
 */
export function createPolicy({ tenant }: UserCtx, body: CreateSlaPolicyBody): SlaPolicy {
  return tenant.write((unit) => {
    const others = currentPolicies(tenant.db);
    if (others.length >= MAX_POLICIES) throw limitReached("slaPolicies", MAX_POLICIES);
    const wanted = { ...body, conditions: body.conditions ?? EVERY_TICKET };
    check(unit, wanted);
    const position = Math.max(0, ...others.map((other) => other.position)) + 1;
    dropPolicies(unit);
    const { id } = named(() =>
      unit.db
        .insert(slaPolicy)
        .values({ ...wanted, position, createdAt: unit.now, updatedAt: unit.now })
        .returning({ id: slaPolicy.id })
        .get(),
    );
    return existing(unit.db, id);
  });
}

/**
 * `PUT /sla-policies/{id}`: admins; absent keys keep their value. Open clocks of the policy get its new times; its new conditions
 * apply to attendances that begin or change from now on. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE.
 */
export function updatePolicy({ tenant }: UserCtx, id: number, body: UpdateSlaPolicyBody): SlaPolicy {
  return tenant.write((unit) => {
    const before = existing(unit.db, id);
    const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const wanted: SlaPolicy = { ...before, ...changes };
    const conditions = body.conditions === null ? EVERY_TICKET : wanted.conditions;
    check(unit, { ...wanted, conditions });
    dropPolicies(unit);
    named(() =>
      unit.db
        .update(slaPolicy)
        .set({ ...changes, conditions, updatedAt: unit.now })
        .where(eq(slaPolicy.id, id))
        .run(),
    );
    recountClocks(unit);
    return existing(unit.db, id);
  });
}

/**
 * `DELETE /sla-policies/{id}`: admins; its open clocks are dropped, and its figures remain in the report. Throws 404
 * ERR_NOT_FOUND.
 */
export function deletePolicy({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    existing(unit.db, id);
    dropPolicies(unit);
    unit.db
      .update(slaPolicy)
      .set({ deletedAt: unit.now, conditions: EVERY_TICKET })
      .where(eq(slaPolicy.id, id))
      .run();
    recountClocks(unit);
  });
}

/**
 * `PUT /sla-policies/order`: admins; `ids` are all policies in their new order. Throws 400 ERR_VALIDATION for any other
 * list.
 */
export function orderPolicies({ tenant }: UserCtx, ids: readonly number[]): void {
  tenant.write((unit) => {
    const stored = currentPolicies(tenant.db);
    const isWhole = new Set(ids).size === ids.length && stored.length === ids.length;
    if (!isWhole || !stored.every(({ id }) => ids.includes(id))) throw invalidFields({ ids: "invalid" });
    dropPolicies(unit);
    ids.forEach((id, index) => {
      if (stored.find((policy) => policy.id === id)?.position === index + 1) return;
      unit.db
        .update(slaPolicy)
        .set({ position: index + 1, updatedAt: unit.now })
        .where(eq(slaPolicy.id, id))
        .run();
    });
  });
}

/**
 * `POST /sla-policies/test`, for admins: returns when a promise that begins at `start` is due. Throws 400 ERR_VALIDATION for
 * invalid fields, and for hours that do not open within a year.
 */
export function testPolicy(
  { tenant }: UserCtx,
  { start, minutes, hours, queueId }: SlaTestBody,
): { dueAt: string } {
  const at = parseInstant(start, timeZoneOf(tenant));
  if (at === undefined) throw invalidFields({ start: "invalid" });
  if (queueId && !findQueue(tenant.db, queueId)) throw invalidFields({ queueId: "invalid" });
  const dueAt = addOpenTime(hoursFor(tenant, hours, queueId ?? null), at, minutes * 60_000);
  if (dueAt === null) throw invalidFields({ hours: "invalid" });
  return { dueAt: new Date(dueAt).toISOString() };
}

/** Throws 404 ERR_NOT_FOUND. */
function existing(db: Db, id: number): SlaPolicy {
  const found = currentPolicies(db).find((policy) => policy.id === id);
  if (!found) throw notFound();
  return found;
}

type Checked = Pick<SlaPolicy, "conditions" | "firstMinutes" | "nextMinutes" | "resolutionMinutes"> & {
  readonly hours: SlaHours;
};

function check({ tenant, now }: TenantUnit, wanted: Checked): void {
  const { conditions, hours, firstMinutes, nextMinutes, resolutionMinutes } = wanted;
  checkConditions(tenant, "sla", conditions);
  if (firstMinutes === null && nextMinutes === null && resolutionMinutes === null)
    throw invalidFields({ firstMinutes: "required" });
  // Hours of queues are not checked, because tickets of a queue that never opens get no clocks.
  if (firstOpen(hoursFor(tenant, hours, null), now) === null) throw invalidFields({ hours: "invalid" });
}

const named = <T>(work: () => T): T =>
  refusingTaken(work, { "sla_policy.name": () => new AppError(409, "ERR_NAME_IN_USE") });
