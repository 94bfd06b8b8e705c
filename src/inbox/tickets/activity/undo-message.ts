import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { moveFirstResponse, trackingWithoutResponse } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { restoreSnooze } from "#inbox/tickets/snooze/wake.ts";
import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { type PreviewedMessage, truncate } from "./message-activity.ts";
import * as sql from "./undo-message.sql.ts";

/** Columns that a person's message changes and the undo of its send restores. Bots stay off. */
const RESTORED = [
  "userId",
  "lastMessageId",
  "lastMessageFromMe",
  "lastMessageAt",
  "updatedAt",
  "unreadMessages",
  "markedUnread",
  "waitingSince",
  "snoozeMode",
  "snoozedUntil",
  "snoozedBy",
  "asleepSince",
  "wokenAt",
  "wakeReason",
  "wakeReturnAt",
] as const satisfies readonly (keyof Ticket)[];

/** The state of a ticket before a person's message that can be undone. Contains no texts. */
export interface TicketBefore extends Pick<Ticket, (typeof RESTORED)[number]> {
  /** Id of the attendance if the message is its first response; else null. */
  readonly firstResponseOf: number | null;
}

/** Builds the state that the undo of a message restores; `before` is the ticket before the message. */
export function ticketForUndo(db: Db, before: Ticket): TicketBefore {
  const kept = Object.fromEntries(RESTORED.map((key) => [key, before[key]]));
  return {
    ...(kept as Pick<Ticket, (typeof RESTORED)[number]>),
    firstResponseOf: trackingWithoutResponse(db, before.id) ?? null,
  };
}

/** A message whose send was undone, and what remains in its ticket. */
export interface UndoneMessage {
  readonly messageId: number;
  readonly sentAt: number;
  /** The last message before it; null = there was none, or it was deleted since. */
  readonly last: Omit<PreviewedMessage, "messageId"> | null;
  /** When a person of the company wrote next, ms; null = no person did, so the customer waits again. */
  readonly answeredAt: number | null;
}

/**
 * Restores a ticket after the send of a message was undone (docs/rules/messages.md#undo): waiting, unread messages, snooze,
 * first response and last message become as they were before it. Changes since then are kept.
 */
export function restoreTicket(
  unit: TenantUnit,
  ticketId: number,
  was: TicketBefore,
  { messageId, sentAt, last, answeredAt }: UndoneMessage,
): void {
  const before = storedTicket(unit.db, ticketId);
  execute(unit.db, sql.restoreLast, {
    preview: truncate(last?.preview ?? ""),
    lastId: was.lastMessageId,
    fromMe: was.lastMessageFromMe ? 1 : 0,
    mediaType: last?.mediaType ?? null,
    lastAt: was.lastMessageAt,
    sentAt,
    updatedAt: was.updatedAt,
    messageId,
    id: ticketId,
  });
  if (was.firstResponseOf !== null) moveFirstResponse(unit, was.firstResponseOf, sentAt, answeredAt);
  if (answeredAt === null) restoreWaiting(unit, before, was);
  ticketChanged(unit, before, storedTicket(unit.db, ticketId));
}

function restoreWaiting(unit: TenantUnit, now: Ticket, was: TicketBefore): void {
  const { waitingSince, unreadMessages: unread } = was;
  const markedUnread = was.markedUnread ? 1 : 0;
  execute(unit.db, sql.restoreWaiting, { unread, markedUnread, waitingSince, id: now.id });
  execute(unit.db, sql.restoreWaitingInClose, { unread, waitingSince, id: now.id });
  const isSameSnooze = now.snoozeMode === was.snoozeMode && now.snoozedUntil === was.snoozedUntil;
  const isChanged = now.asleepSince !== was.asleepSince || now.wokenAt !== was.wokenAt;
  if (now.status === "open" && now.userId === was.userId && isSameSnooze && isChanged)
    restoreSnooze(unit, now.id, was);
}
