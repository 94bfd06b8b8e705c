import { mediaFileById } from "#channels/media/index.ts";
import { readableMessage } from "#inbox/messages/change/readable.ts";
import type { ForwardAnswer, ForwardBody } from "#inbox/messages/contract.ts";
import { downloadFailed, noMessage, notSupported } from "#inbox/messages/errors.ts";
import { presentStored } from "#inbox/messages/present.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { sendableTicket } from "#inbox/tickets/index.ts";
import { AppError } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { copyOf, SENDABLE } from "./forward.ts";
import { unsigned } from "./sign.ts";
import { type Writing, writeMessage } from "./write.ts";

/**
 * `POST /messages/forward`: sends messages that the caller may read to tickets in which the caller may write, in the
 * given order (docs/rules/conversations.md#forwarding). Each ticket gets all messages or none; tickets and messages with
 * an error are listed, the others are sent. Does not throw for a single ticket or message.
 */
export async function forwardMessages(ctx: UserCtx, body: ForwardBody): Promise<ForwardAnswer> {
  const { tenant, actor } = ctx;
  const refused: ForwardAnswer["refused"] = [];
  const messages: Message[] = [];
  for (const messageId of new Set(body.messageIds))
    try {
      messages.push(forwardable(ctx, messageId));
    } catch (error) {
      refused.push({ messageId, error: codeOf(error) });
    }
  const failed: ForwardAnswer["failed"] = [];
  const sent: ForwardAnswer["sent"] = [];
  for (const ticketId of messages.length === 0 ? [] : new Set(body.ticketIds))
    try {
      // Permission is checked before the ticket's channel decides about files.
      sendableTicket(ctx, ticketId);
      const stored = tenant.write(() =>
        messages.map((message) => writeMessage(ctx, writingOf(ctx, message, ticketId, body.requestId))),
      );
      const shown = presentStored(tenant, stored, actor.profile === "admin" ? "kept" : "blank");
      sent.push({ ticketId, messages: shown });
      await yieldToEventLoop(tenant);
    } catch (error) {
      failed.push({ ticketId, error: codeOf(error) });
    }
  await tenant.durable();
  return { sent, failed, refused };
}

function codeOf(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.code;
  throw error;
}

/**
 * Returns the message if it can be sent again: a text, or a file that is stored. Throws 404 ERR_NO_MESSAGE_FOUND (not readable or deleted),
 * 400 ERR_NOT_SUPPORTED (a call, place, card or sticker), 404 ERR_WAPP_DOWNLOAD_MEDIA (the file is missing).
 */
function forwardable(ctx: UserCtx, messageId: number): Message {
  const message = readableMessage(ctx, messageId);
  const { mediaType, mediaId, deletedAt, sticker, body } = message;
  if (deletedAt !== null) throw noMessage();
  if (sticker || !SENDABLE.has(mediaType ?? "image")) throw notSupported();
  if (mediaType === null) {
    if (body.trim() === "") throw notSupported();
    return message;
  }
  const file = mediaId === null ? undefined : mediaFileById(ctx.tenant.db, mediaId);
  if (file?.state !== "stored" || file.path === null) throw fileMissing();
  return message;
}

const fileMissing = () => new AppError(404, downloadFailed().code);

function writingOf(ctx: UserCtx, message: Message, ticketId: number, requestId: string): Writing {
  const { id, fromMe, body, mediaId, mediaType, voice } = message;
  const file = mediaId === null ? undefined : mediaFileById(ctx.tenant.db, mediaId);
  return {
    ticketId,
    body: fromMe ? unsigned(body) : body,
    quotedId: null,
    clientMessageId: `${requestId}:${id}:${ticketId}`,
    forwarded: true,
    ...(file && { file: copyOf(ctx, file, { kind: mediaType, voice: voice ? 1 : 0 }, ticketId) }),
  };
}
