import { removeMediaFile } from "#channels/media/index.ts";
import { execute } from "#platform/db/query.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./remove.sql.ts";

/**
 * Deletes messages with their files: in one statement, because each statement writes a segment of the search index.
 * Checks no permissions; the caller updates previews and totals.
 */
export function removeMessages(
  unit: TenantUnit,
  messages: readonly { readonly id: number; readonly mediaId: number | null }[],
): void {
  if (messages.length === 0) return;
  execute(unit.db, sql.deleteMessages, { ids: JSON.stringify(messages.map(({ id }) => id)) });
  noteRemovedWords(unit);
  for (const { mediaId } of messages) if (mediaId !== null) removeMediaFile(unit, mediaId);
}
