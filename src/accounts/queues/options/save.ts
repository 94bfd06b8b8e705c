import { eq } from "drizzle-orm";
import { nameInUse, noOption, noQueue } from "#accounts/queues/errors.ts";
import { QueueUpdated } from "#accounts/queues/events.ts";
import { findQueue } from "#accounts/queues/queries.ts";
import { type QueueOptionRow, queueOption } from "#accounts/queues/schema.ts";
import { checkVariables } from "#accounts/settings/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import { execute } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import { checkParent, checkTargets, targetsOf } from "./checks.ts";
import { MAX_OPTIONS, type OptionBody, type UpdateOptionBody } from "./contract.ts";
import { nextNumber, shareOut, writeNumbers } from "./numbers.ts";
import * as sql from "./options.sql.ts";
import { countOptions, findOption, listChildren } from "./queries.ts";

const FIRST = {
  parentId: null,
  message: "",
  action: "say",
  targetQueueId: null,
  targetUserId: null,
  targetTagId: null,
  integrationId: null,
  promptId: null,
  fallbackQueueId: null,
  maxTries: 3,
  autoAdvance: false,
} as const;

/**
 * Admins add nodes; without a number the next free one is used. Throws 403 ERR_NO_PERMISSION, 404
 * ERR_NO_QUEUE_FOUND and the not-found of a target's kind, 409 ERR_NAME_IN_USE for a used number, 400
 * ERR_VALIDATION for a wrong parent, a ninth level, or an action without its target
 * (docs/rules/queue-menu.md#options).
 */
export function createOption(ctx: UserCtx, fields: OptionBody): QueueOptionRow {
  return ctx.tenant.write((unit) => {
    if (!findQueue(unit.db, fields.queueId)) throw noQueue();
    if (!isAdmin(ctx.actor)) throw noPermission();
    if (countOptions(unit.db, fields.queueId) >= MAX_OPTIONS) throw invalidFields({ queueId: "too_long" });
    const { title, queueId, parentId = null } = fields;
    checkParent(unit, queueId, parentId, null);
    const option = fields.option ?? nextNumber(listChildren(unit.db, queueId, parentId));
    const row = { ...merged(unit, FIRST, fields), title, queueId, parentId, option };
    const made = unique(() =>
      unit.db
        .insert(queueOption)
        .values({ ...row, createdAt: unit.now, updatedAt: unit.now })
        .returning()
        .get(),
    );
    unit.emit(QueueUpdated, { queueId });
    return made;
  });
}

/**
 * Admins change nodes, and move them by `parentId` and `position`; absent fields keep their value. Throws as
 * `createOption`, and 404 ERR_NOT_FOUND.
 */
export function updateOption(ctx: UserCtx, id: number, fields: UpdateOptionBody): QueueOptionRow {
  return ctx.tenant.write((unit) => {
    const before = findOption(unit.db, id);
    if (!before) throw noOption();
    if (!isAdmin(ctx.actor)) throw noPermission();
    const { queueId } = before;
    if (fields.queueId !== undefined && fields.queueId !== queueId)
      throw invalidFields({ queueId: "invalid" });
    const { title = before.title, option = before.option, parentId = before.parentId, position } = fields;
    if (parentId !== before.parentId) checkParent(unit, queueId, parentId, id);
    const row = { ...merged(unit, before, fields), title, updatedAt: unit.now };
    // `moveOption` assigns the number when a position is given.
    const place = position === undefined ? { option, parentId } : {};
    unique(() =>
      unit.db
        .update(queueOption)
        .set({ ...row, ...place })
        .where(eq(queueOption.id, id))
        .run(),
    );
    if (position !== undefined) moveOption(unit, before, parentId, position);
    unit.emit(QueueUpdated, { queueId });
    return existing(unit, id);
  });
}

type Behaviour = Pick<QueueOptionRow, keyof typeof FIRST>;

/** The content and action of the node; its position is changed elsewhere. */
function merged(unit: TenantUnit, before: Behaviour, fields: UpdateOptionBody): Omit<Behaviour, "parentId"> {
  checkVariables(unit.tenant, { message: fields.message });
  return {
    message: fields.message === undefined ? before.message : (fields.message ?? ""),
    maxTries: fields.maxTries ?? before.maxTries,
    autoAdvance: fields.autoAdvance ?? before.autoAdvance,
    ...leads(unit, before, fields),
  };
}

const LEADS = [
  "action",
  "targetQueueId",
  "targetUserId",
  "targetTagId",
  "integrationId",
  "promptId",
  "fallbackQueueId",
] as const;
type Leads = Pick<QueueOptionRow, (typeof LEADS)[number]>;

/**
 * The target of the node. Checked only when it is sent, so that a node whose target was deleted later can still be
 * moved.
 */
function leads(unit: TenantUnit, before: Leads, fields: UpdateOptionBody): Leads {
  const sent = LEADS.filter((name) => fields[name] !== undefined);
  const wanted: Leads = { ...pick(before), ...Object.fromEntries(sent.map((name) => [name, fields[name]])) };
  if (sent.length === 0) return wanted;
  const { action, fallbackQueueId } = wanted;
  const row = { action, fallbackQueueId, ...targetsOf(action, wanted) };
  checkTargets(unit, row);
  return row;
}

const pick = (row: Leads) => Object.fromEntries(LEADS.map((name) => [name, row[name]])) as unknown as Leads;

function existing(unit: TenantUnit, id: number): QueueOptionRow {
  const found = findOption(unit.db, id);
  if (!found) throw noOption();
  return found;
}

const unique = <T>(work: () => T): T => refusingTaken(work, { queue_option_sibling: nameInUse });

const numbersOf = (family: readonly QueueOptionRow[]) => family.map(({ option }) => option);

/**
 * Moves a node to a position among the children of a parent (0 = first, past the end = last). Customers type
 * the number and see the nodes in its order, so the new siblings are renumbered and the old ones close the
 * gap.
 */
function moveOption(unit: TenantUnit, node: QueueOptionRow, parentId: number | null, position: number): void {
  const { id, queueId } = node;
  const target = listChildren(unit.db, queueId, parentId);
  const others = target.filter((sibling) => sibling.id !== id);
  const family = others.toSpliced(Math.min(position, others.length), 0, node);
  if (parentId !== node.parentId) {
    const left = listChildren(unit.db, queueId, node.parentId);
    const stay = left.filter((sibling) => sibling.id !== id);
    // Temporary number: a new sibling may have its number.
    execute(unit.db, sql.moveOption, { parentId, option: `#${id}`, id });
    writeNumbers(unit, stay, shareOut(numbersOf(left), numbersOf(stay)));
  }
  const current = family.map((sibling) =>
    sibling.id === id && parentId !== node.parentId ? { id, option: `#${id}` } : sibling,
  );
  writeNumbers(unit, current, shareOut(numbersOf(target), numbersOf(family)));
}
