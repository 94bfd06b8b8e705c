import { eq } from "drizzle-orm";
import { DEFAULT_HOURS } from "#accounts/opening-hours/contract.ts";
import { checkVariables } from "#accounts/settings/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import { queryAll } from "#platform/db/query.ts";
import { invalidFields, noPermission, planLimit } from "#platform/errors.ts";
import { runInSteps, type Step } from "#tenants/in-steps.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import { checkAnswerers } from "./answerers.ts";
import type { QueueBody, UpdateQueueBody } from "./contract.ts";
import { saveDistribution } from "./distribution.ts";
import { colorInUse, nameInUse, noQueue } from "./errors.ts";
import { QueueCreated, QueueDeleted, QueueDeleting, QueueEmptying, QueueUpdated } from "./events.ts";
import { queueFiles } from "./files.ts";
import { countQueues, findQueue, type QueueView } from "./queries.ts";
import * as sql from "./queues.sql.ts";
import { type QueueRow, queue } from "./schema.ts";

/**
 * Admins create queues; without opening hours they get the default ones. Throws 403 ERR_NO_PERMISSION, 409
 * ERR_PLAN_LIMIT, 409 ERR_NAME_IN_USE, 409 ERR_QUEUE_COLOR_ALREADY_EXISTS, 400 ERR_DISTRIBUTION_NEEDS_USERS, 400
 * ERR_UNKNOWN_VARIABLE, 404 ERR_NOT_FOUND for an unknown integration or prompt.
 */
export function createQueue(ctx: UserCtx, fields: QueueBody): QueueView {
  if (!isAdmin(ctx.actor)) throw noPermission();
  return ctx.tenant.write((unit) => {
    checkLimit(unit);
    checkAnswerers(unit, fields);
    checkTexts(unit, fields);
    const { name, color, schedules = [...DEFAULT_HOURS] } = fields;
    const times = { createdAt: unit.now, updatedAt: unit.now };
    const { id } = unique(() =>
      unit.db
        .insert(queue)
        .values({ ...columns({ ...fields, schedules }), name, color, ...times })
        .returning({ id: queue.id })
        .get(),
    );
    distribute(unit, id, fields);
    unit.emit(QueueCreated, { queueId: id });
    return existing(unit, id);
  });
}

/** Admins change queues; absent fields keep their value. Throws as `createQueue`, and 404 ERR_NO_QUEUE_FOUND. */
export function updateQueue(ctx: UserCtx, id: number, fields: UpdateQueueBody): QueueView {
  return ctx.tenant.write((unit) => {
    existing(unit, id);
    if (!isAdmin(ctx.actor)) throw noPermission();
    checkAnswerers(unit, fields);
    checkTexts(unit, fields);
    const changes = { ...columns(fields), updatedAt: unit.now };
    unique(() => unit.db.update(queue).set(changes).where(eq(queue.id, id)).run());
    distribute(unit, id, fields);
    unit.emit(QueueUpdated, { queueId: id });
    return existing(unit, id);
  });
}

function checkTexts({ tenant }: TenantUnit, fields: UpdateQueueBody): void {
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = fields;
  checkVariables(tenant, { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage });
}

/** Columns of the sent fields; null clears a text. */
function columns(fields: UpdateQueueBody): Partial<QueueRow> {
  const {
    complationMessage,
    orderQueue,
    schedules,
    integrationId,
    promptId,
    allowDistributedTickets: _allow,
    usersDistributedTickets: _users,
    ...plain
  } = fields;
  const sent = Object.entries({ ...plain, completionMessage: complationMessage }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...Object.fromEntries(sent.map(([name, value]) => [name, value ?? ""])),
    ...(orderQueue !== undefined && { orderQueue: orderQueue ?? 0 }),
    ...(schedules && { schedules: JSON.stringify(schedules) }),
    ...(integrationId !== undefined && { integrationId }),
    ...(promptId !== undefined && { promptId }),
  };
}

function distribute(unit: TenantUnit, id: number, fields: UpdateQueueBody): void {
  const { allowDistributedTickets: allow, usersDistributedTickets: users } = fields;
  if (allow === undefined && users === undefined) return;
  saveDistribution(unit, id, { allow, users: users === null ? [] : users });
}

function existing(unit: TenantUnit, id: number): QueueView {
  const found = findQueue(unit.db, id);
  if (!found) throw noQueue();
  return found;
}

function checkLimit(unit: TenantUnit): void {
  const [used, limit] = [countQueues(unit.db), unit.tenant.company.plan.queues];
  if (used >= limit) throw planLimit("queues", limit, used);
}

const unique = <T>(work: () => T): T =>
  refusingTaken(work, { queue_color: colorInUse, "queue.name": nameInUse });

/**
 * `DELETE /queue/{id}`: admins delete queues. Its tickets move to `moveToId` in steps first; without `moveToId`
 * pending and open tickets veto it (409 ERR_QUEUE_HAS_TICKETS, thrown by the tickets). Throws 404
 * ERR_NO_QUEUE_FOUND, 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION; the tickets moved until then stay moved
 * (docs/rules/queues.md#deleting).
 */
export async function deleteQueue(ctx: UserCtx, id: number, moveToId: number | null): Promise<void> {
  if (moveToId !== null) {
    const steps: Step[] = [];
    ctx.tenant.base.write((unit) => {
      checkDeletion(unit, ctx, id, moveToId);
      unit.emit(QueueEmptying, { queueId: id, moveToId, steps });
    });
    // Another admin may have deleted one of the two queues since the last step.
    const checked = steps.map((step) => (unit: TenantUnit) => {
      checkDeletion(unit, ctx, id, moveToId);
      step(unit);
    });
    await runInSteps(ctx.tenant, checked);
  }
  removeQueue(ctx, id, moveToId);
}

/**
 * Closed tickets, connections and users lose the reference; the option tree and files are deleted.
 */
function removeQueue(ctx: UserCtx, id: number, moveToId: number | null): void {
  ctx.tenant.write((unit) => {
    checkDeletion(unit, ctx, id, moveToId);
    unit.emit(QueueDeleting, { queueId: id, moveToId });
    const files = queryAll(unit.db, sql.filesOfQueue, { id });
    unit.db.delete(queue).where(eq(queue.id, id)).run();
    for (const file of files) queueFiles(ctx.tenant).remove(unit, file.id);
    unit.emit(QueueDeleted, { queueId: id });
  });
}

function checkDeletion(unit: TenantUnit, { actor }: UserCtx, id: number, moveToId: number | null): void {
  if (!findQueue(unit.db, id)) throw noQueue();
  if (!isAdmin(actor)) throw noPermission();
  if (moveToId === id) throw invalidFields({ moveTo: "invalid" });
  if (moveToId !== null && !findQueue(unit.db, moveToId)) throw noQueue();
}

/** Removes references of queues and options to a deleted integration. */
export function forgetIntegration(unit: TenantUnit, integrationId: number): void {
  const changed = [sql.clearIntegrationOfQueues, sql.clearIntegrationOfOptions].flatMap((statement) =>
    queryAll(unit.db, statement, { integrationId }),
  );
  for (const queueId of new Set(changed.map(({ id }) => id))) unit.emit(QueueUpdated, { queueId });
}
