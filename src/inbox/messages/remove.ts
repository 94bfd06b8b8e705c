import { removeMediaFile } from "#channels/media/index.ts";
import { run } from "#platform/db/database.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Removes one message with its file. Checks no rights; the caller sees to previews and totals. */
export function removeMessage(
  unit: TenantUnit,
  { id, mediaId }: { readonly id: number; readonly mediaId: number | null },
): void {
  run(unit.db, "DELETE FROM message WHERE id = ?", id);
  noteRemovedWords(unit);
  if (mediaId !== null) removeMediaFile(unit, mediaId);
}
