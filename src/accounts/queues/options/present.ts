import { queueFiles } from "#accounts/queues/files.ts";
import type { QueueOptionRow } from "#accounts/queues/schema.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { MAX_DEPTH, type OptionAnswer } from "./contract.ts";

/**
 * The children of `parentId` with their descendants; `rows` = the whole tree, siblings in order. Stops at
 * `MAX_DEPTH`, because rows of an imported company may form a cycle.
 */
export function presentOptions(
  tenant: Tenant,
  rows: readonly QueueOptionRow[],
  parentId: number | null,
): OptionAnswer[] {
  const families = Map.groupBy(rows, (row) => row.parentId);
  const below = (id: number | null, levels: number): OptionAnswer[] =>
    levels === 0
      ? []
      : (families.get(id) ?? []).map((row) => presentOption(tenant, row, below(row.id, levels - 1)));
  return below(parentId, MAX_DEPTH);
}

/** One node in a response. */
export const presentOption = (
  tenant: Tenant,
  row: QueueOptionRow,
  children: readonly OptionAnswer[],
): OptionAnswer => ({
  id: row.id,
  title: row.title,
  message: row.message,
  option: row.option,
  queueId: row.queueId,
  parentId: row.parentId,
  action: row.action,
  targetQueueId: row.targetQueueId,
  targetUserId: row.targetUserId,
  targetTagId: row.targetTagId,
  integrationId: row.integrationId,
  promptId: row.promptId,
  fallbackQueueId: row.fallbackQueueId,
  maxTries: row.maxTries,
  autoAdvance: row.autoAdvance,
  ...queueFiles(tenant).present(tenant, row.mediaId),
  children,
});
