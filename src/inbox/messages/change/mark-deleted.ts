import { announceUpdate } from "#inbox/messages/events.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { updateListPreview } from "./edit.ts";
import * as sql from "./mark-deleted.sql.ts";

/** Marks a message as deleted for everybody; its row, text and file are kept. A second call changes nothing. */
export function markDeleted(unit: TenantUnit, target: Message, by: "contact" | "phone" | "user"): void {
  if (target.deletedAt !== null) return;
  write(unit, target, unit.now, by);
}

/** Reverts `markDeleted` after the network refused: the customer still sees the message. */
export function unmarkDeleted(unit: TenantUnit, target: Message): void {
  write(unit, target, null, null);
}

function write(unit: TenantUnit, target: Message, at: number | null, by: Message["deletedBy"]): void {
  execute(unit.db, sql.mark, { deletedAt: at, deletedBy: by, updatedAt: unit.now, id: target.id });
  updateListPreview(unit, { ...target, deletedAt: at });
  announceUpdate(unit, target.id);
}
