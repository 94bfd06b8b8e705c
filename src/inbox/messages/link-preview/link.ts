import type { LinkPreview } from "#channels/connections/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./link.sql.ts";

/** Stores the preview of an address in a new message. */
export const storeLink = (unit: TenantUnit, messageId: number, preview: LinkPreview): void =>
  void execute(unit.db, sql.store, { messageId, ...preview });

export const linkOf = (db: Db, messageId: number): LinkPreview | undefined =>
  queryOne(db, sql.ofMessage, { messageId });

/** Removes the preview when the new text of a message no longer has its address. */
export const checkLink = (unit: TenantUnit, messageId: number, body: string): void =>
  void execute(unit.db, sql.removeUnless, { messageId, body });

export const removeLink = (unit: TenantUnit, messageId: number): void =>
  void execute(unit.db, sql.remove, { messageId });
