import type { Db } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { noSchedule } from "./errors.ts";
import { isTheirs } from "./policy.ts";
import { findScheduledMessage, type ScheduledMessageView, scheduledMessageById } from "./queries.ts";
import type { ScheduledMessage } from "./schema.ts";

/** Returns the scheduled message if the caller may see it. Throws 404 ERR_NOT_FOUND. */
export function visibleSchedule({ tenant, actor }: UserCtx, id: number): ScheduledMessageView {
  const found = findScheduledMessage(tenant.db, id);
  if (!found || !isTheirs(actor, found.row)) throw noSchedule();
  return found;
}

/** Returns a row that the same transaction has just written, without a permission check. */
export function storedSchedule(db: Db, id: number): ScheduledMessage {
  const found = scheduledMessageById(db, id);
  if (!found) throw new Error(`scheduled message ${id} vanished inside its transaction`);
  return found;
}
