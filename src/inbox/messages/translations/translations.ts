import { announceUpdate } from "#inbox/messages/events.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./translations.sql.ts";

export const translationOf = (db: Db, messageId: number, language: string): string | undefined =>
  queryOne(db, sql.one, { messageId, language })?.body;

/** Stores a translation; pages show it below the message. An existing translation into the same language is kept. */
export function storeTranslation(
  unit: TenantUnit,
  messageId: number,
  {
    language,
    body,
    promptId,
  }: { readonly language: string; readonly body: string; readonly promptId: number },
): void {
  execute(unit.db, sql.store, { messageId, language, body, promptId, at: unit.now });
  announceUpdate(unit, messageId);
}

/** Removes the translations of a message whose text changed or was deleted. */
export const forgetTranslations = (unit: TenantUnit, messageId: number): void =>
  void execute(unit.db, sql.remove, { messageId });
