import { mediaFileById, mediaUrl } from "#channels/media/index.ts";
import type { UndoneSend } from "#inbox/messages/contract.ts";
import { alreadySent } from "#inbox/messages/errors.ts";
import { MessageUndone } from "#inbox/messages/events.ts";
import { removeLink } from "#inbox/messages/link-preview/link.ts";
import { takeBack } from "#inbox/messages/outbox/complete.ts";
import type { Payload, SendUndo } from "#inbox/messages/outbox/payload.ts";
import { sendOf } from "#inbox/messages/outbox/queries.ts";
import { isAuthor } from "#inbox/messages/policy.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageById } from "#inbox/messages/queries.ts";
import { removeMessages } from "#inbox/messages/remove.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { restoreTicket } from "#inbox/tickets/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { readableMessage } from "./readable.ts";
import * as sql from "./undo-send.sql.ts";

/**
 * `POST /messages/{id}/undo`: undoes the send of the author's message before it leaves (docs/rules/messages.md#undo). Returns the
 * content for the composer. Throws 404 ERR_NO_MESSAGE_FOUND (also when undone before), 403 ERR_NO_PERMISSION, 409 ERR_ALREADY_SENT.
 */
export function undoSend(ctx: UserCtx, messageId: number): UndoneSend {
  const { tenant, actor } = ctx;
  if (!isAuthor(actor, readableMessage(ctx, messageId))) throw noPermission();
  return tenant.write((unit) => {
    const target = messageById(unit.db, messageId);
    const send = sendOf(unit.db, messageId);
    const undo = send && (JSON.parse(send.payload) as Payload).undo;
    const isWaiting = send?.state === "queued" && send.attempts === 0 && send.providerId === null;
    if (!target || !undo || !isWaiting) throw alreadySent();
    takeBack(unit, send);
    execute(unit.db, sql.dropPayload, { messageId });
    execute(unit.db, sql.unstar, { messageId });
    removeLink(unit, messageId);
    execute(unit.db, sql.hide, { id: messageId, now: unit.now });
    noteRemovedWords(unit);
    restore(unit, target, undo);
    unit.emit(MessageUndone, { messageId, ticketId: target.ticketId });
    return { body: undo.body, quotedMsgId: target.quotedId, files: filesOf(tenant, target) };
  });
}

function restore(unit: TenantUnit, target: Message, { ticket: was }: SendUndo): void {
  const { id: messageId, ticketId, place, createdAt: sentAt } = target;
  const answer = queryOne(unit.db, sql.answerAfter, { ticketId, place });
  const last = was.lastMessageId === null ? undefined : messageById(unit.db, was.lastMessageId);
  restoreTicket(unit, ticketId, was, {
    messageId,
    sentAt,
    last: last ? { preview: previewText(last, nameOf(unit, last)), mediaType: kindForPreview(last) } : null,
    answeredAt: answer?.at ?? null,
  });
  if (!answer && was.unreadMessages > 0)
    execute(unit.db, sql.markUnread, { ticketId, place, limit: was.unreadMessages });
  // The next message of a person is now the answer to the customer. If it can be undone, too, its undo must restore the state from
  // before this message.
  const payload = answer?.payload ? (JSON.parse(answer.payload) as Payload) : null;
  if (answer && payload?.undo)
    execute(unit.db, sql.setPayload, {
      messageId: answer.id,
      payload: JSON.stringify({ ...payload, undo: { ...payload.undo, ticket: was } }),
    });
}

const nameOf = (unit: TenantUnit, { mediaId }: Message): string | null =>
  mediaId === null ? null : (mediaFileById(unit.db, mediaId)?.name ?? null);

function filesOf(tenant: Tenant, { mediaId }: Message): UndoneSend["files"] {
  const file = mediaId === null ? undefined : mediaFileById(tenant.db, mediaId);
  if (!file) return [];
  const { id, name, mimeType, size } = file;
  return [{ url: mediaUrl(tenant, id, name || "file"), name, mimeType, size }];
}

/** Deletes the hidden rows of sends undone more than 7 days ago, and their files. */
export async function removeUndone(tenant: Tenant, before: number): Promise<void> {
  for (;;) {
    const rows = queryAll(tenant.db, sql.forgotten, { before });
    tenant.write((unit) => removeMessages(unit, rows));
    if (rows.length < sql.BATCH) return;
    await yieldToEventLoop(tenant);
  }
}
