import { checkAnswerers, TagExistsPort } from "#accounts/queues/answerers.ts";
import type { QueueOptionRow } from "#accounts/queues/schema.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { MAX_DEPTH, type OptionAction } from "./contract.ts";
import * as sql from "./options.sql.ts";
import { depthOf, findOption, subtreeOf } from "./queries.ts";

type Targets = Pick<
  QueueOptionRow,
  "targetQueueId" | "targetUserId" | "targetTagId" | "integrationId" | "promptId"
>;
/** The target that each action requires. */
const NEEDED: Readonly<Partial<Record<OptionAction, keyof Targets>>> = {
  queue: "targetQueueId",
  user: "targetUserId",
  tag: "targetTagId",
  integration: "integrationId",
  prompt: "promptId",
};
const NOBODY: Targets = {
  targetQueueId: null,
  targetUserId: null,
  targetTagId: null,
  integrationId: null,
  promptId: null,
};

/** The target of an action; other targets are dropped. Throws 400 ERR_VALIDATION when it is missing. */
export function targetsOf(action: OptionAction, sent: Targets): Targets {
  const field = NEEDED[action];
  if (!field) return NOBODY;
  if (sent[field] === null) throw invalidFields({ [field]: "required" });
  return { ...NOBODY, [field]: sent[field] };
}

/** Throws 404 with the code of the target's kind when the company does not have the target. */
export function checkTargets(unit: TenantUnit, row: Targets & Pick<QueueOptionRow, "fallbackQueueId">): void {
  const check = (statement: typeof sql.queueExists, id: number | null, code?: string) => {
    if (id !== null && !queryOne(unit.db, statement, { id })) throw notFound(code);
  };
  check(sql.queueExists, row.targetQueueId, "ERR_NO_QUEUE_FOUND");
  check(sql.queueExists, row.fallbackQueueId, "ERR_NO_QUEUE_FOUND");
  check(sql.userExists, row.targetUserId, "ERR_NO_USER_FOUND");
  const tagExists = unit.tenant.installation.ports.find(TagExistsPort);
  if (row.targetTagId !== null && tagExists?.(unit.db, row.targetTagId) === false) throw notFound();
  checkAnswerers(unit, row);
}

/**
 * Checks that the parent is in the same queue and not below the moved node (`movedId`), and that the subtree does not
 * exceed the maximum depth. Throws 400 ERR_VALIDATION.
 */
export function checkParent(
  unit: TenantUnit,
  queueId: number,
  parentId: number | null,
  movedId: number | null,
): void {
  const moved = movedId === null ? [] : subtreeOf(unit.db, movedId);
  const height = Math.max(0, ...moved.map(({ level }) => level)) + 1;
  const wrong = () => invalidFields({ parentId: "invalid" });
  if (parentId !== null && findOption(unit.db, parentId)?.queueId !== queueId) throw wrong();
  if (moved.some(({ id }) => id === parentId)) throw wrong();
  const above = parentId === null ? 0 : depthOf(unit.db, parentId);
  if (above + height > MAX_DEPTH) throw wrong();
}
