import { removeMediaFile } from "#channels/media/index.ts";
import { execute } from "#platform/db/query.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./remove.sql.ts";

/** Deletes one message with its file. Checks no permissions; the caller updates previews and totals. */
export function removeMessage(
  unit: TenantUnit,
  { id, mediaId }: { readonly id: number; readonly mediaId: number | null },
): void {
  execute(unit.db, sql.deleteMessage, { id });
  noteRemovedWords(unit);
  if (mediaId !== null) removeMediaFile(unit, mediaId);
}
