import { eq } from "drizzle-orm";
import { fileLanguage } from "#accounts/settings/index.ts";
import type { MediaType } from "#inbox/messages/contract.ts";
import { PREVIEW_WORDS, previewLine, previewText } from "#inbox/messages/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { sha256 } from "#platform/ids.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { chatOfMember } from "./access.ts";
import * as sql from "./chats.sql.ts";
import { noChatMessage, otherContent } from "./errors.ts";
import { ChatMessageCreated } from "./events.ts";
import { mentionedIn } from "./policy.ts";
import { findChatMessage, membersOf, messageOfClient } from "./queries.ts";
import { chat, chatMessage } from "./schema.ts";

export interface ChatWriting {
  readonly chatId: number;
  readonly text: string;
  readonly quotedId: number | null;
  readonly clientMessageId: string | undefined;
  /** Creates the file's row; called only when the message is created. */
  readonly file?: {
    readonly sha256: string;
    readonly kind: MediaType;
    readonly name: string;
    readonly voice: boolean;
    readonly attach: (unit: TenantUnit) => number;
  };
}

/** Maximum number of characters of a preview. */
const LINE = 250;

/**
 * Stores a member's message, the chat's preview and the unread counts of the other members, in one transaction. A
 * repeated client id returns the same message. Throws 404 ERR_NO_CHAT_FOUND, 404 ERR_NO_MESSAGE_FOUND (quoted), 409
 * ERR_IDEMPOTENCY_MISMATCH.
 */
export function writeChatMessage(ctx: UserCtx, writing: ChatWriting): number {
  const { tenant, actor } = ctx;
  const { chatId, text, quotedId, clientMessageId, file } = writing;
  return tenant.write((unit) => {
    const { db, now } = unit;
    chatOfMember(ctx, chatId, db);
    const clientHash = clientMessageId ? hashOf(writing) : null;
    const earlier = clientMessageId ? messageOfClient(db, actor.id, clientMessageId) : undefined;
    if (earlier && earlier.hash !== clientHash) throw otherContent();
    if (earlier) return earlier.id;
    if (quotedId !== null && findChatMessage(db, quotedId)?.chatId !== chatId) throw noChatMessage();
    const mentions = mentionedIn(text, membersOf(db, chatId)).filter((id) => id !== actor.id);
    unit.creates("ERR_CREATING_MESSAGE");
    const { id } = db
      .insert(chatMessage)
      .values({
        chatId,
        senderId: actor.id,
        body: text,
        mediaType: file?.kind ?? null,
        mediaId: file?.attach(unit) ?? null,
        voice: file?.voice ?? false,
        quotedId,
        mentions: JSON.stringify(mentions),
        clientMessageId: clientMessageId ?? null,
        clientHash,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: chatMessage.id })
      .get();
    db.update(chat)
      .set({
        lastMessage: lineOf(tenant, actor.name, { body: text, mediaType: file?.kind ?? null }, file?.name),
        lastMessageId: id,
        updatedAt: now,
      })
      .where(eq(chat.id, chatId))
      .run();
    execute(db, sql.addUnread, { chatId, userId: actor.id, ids: JSON.stringify(mentions) });
    execute(db, sql.markSeen, { chatId, userId: actor.id, lastReadId: id });
    unit.emit(ChatMessageCreated, { chatId, messageId: id });
    return id;
  });
}

/**
 * Returns `{name}: {preview}`, with the kind of a file named in the company's language
 * (docs/rules/messages.md#preview).
 */
function lineOf(
  tenant: Tenant,
  name: string,
  message: { readonly body: string; readonly mediaType: MediaType | null },
  fileName?: string | null,
): string {
  const text = previewText({ ...message, deletedAt: null }, fileName);
  const words = PREVIEW_WORDS[fileLanguage(tenant, undefined)];
  return `${name}: ${previewLine(message.mediaType, text, words).slice(0, LINE)}`;
}

/** Returns a message's preview for the list; "" without a message. */
export function lineOfMessage({ db, tenant }: TenantUnit, messageId: number | undefined): string {
  if (messageId === undefined) return "";
  const row = queryOne(db, sql.previewParts, { id: messageId });
  return row ? lineOf(tenant, row.name, row, row.fileName) : "";
}

const hashOf = ({ chatId, text, quotedId, file }: ChatWriting): string =>
  sha256(JSON.stringify([chatId, text, quotedId, file?.sha256 ?? null]));
