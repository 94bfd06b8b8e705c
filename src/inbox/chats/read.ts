import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { createPageMemory, type PageMemory } from "#platform/page-memory.ts";
import { fold } from "#platform/text.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { chatOfMember } from "./access.ts";
import type { ShownRow } from "./chats.sql.ts";
import * as sql from "./chats.sql.ts";
import type { ChatAnswer, ChatMessagePage, ChatMessageQuery } from "./contract.ts";
import { ChatRead } from "./events.ts";
import { presentChatMessage, presentChats } from "./present.ts";

interface End {
  readonly updatedAt: number;
  readonly id: number;
}
const NEWEST: End = { updatedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/**
 * Lists the caller's chats, the most recently active first. A later page starts where the previous one ended, so that
 * chats which moved to the top in the meantime do not shift it.
 */
export function chatPage(
  { tenant, actor }: UserCtx,
  searchParam: string,
  page: number,
): { records: ChatAnswer[]; count: number; hasMore: boolean } {
  const search = fold(searchParam);
  const memory = tenant.cached("chat-pages", () => createPageMemory<End>(tenant.clock));
  const list = `${actor.id} ${search}`;
  const end = page > 1 ? memory.endOf(list, page - 1) : undefined;
  const skip = end ? 0 : (page - 1) * PAGE_SIZE;
  const { updatedAt, id } = end ?? NEWEST;
  const found = queryAll(tenant.db, sql.pageOfChats, {
    userId: actor.id,
    search,
    updatedAt,
    id,
    limit: PAGE_SIZE + 1,
    skip,
  });
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  if (last) memory.remember(list, page, { updatedAt: last.updatedAt, id: last.id });
  return {
    records: presentChats(tenant, shown),
    count: queryOne(tenant.db, sql.countChats, { userId: actor.id, search })?.n ?? 0,
    hasMore: found.length > PAGE_SIZE,
  };
}

/**
 * Returns the messages of a chat: 20 per page, the newest page first, each page oldest first. Throws 404
 * ERR_NO_CHAT_FOUND.
 */
export function chatMessagePage(ctx: UserCtx, chatId: number, query: ChatMessageQuery): ChatMessagePage {
  const { tenant } = ctx;
  chatOfMember(ctx, chatId);
  const { rows, hasMore } = rowsOf(ctx, chatId, query);
  return {
    records: rows.map((row) => presentChatMessage(tenant, row)),
    count: queryOne(tenant.db, sql.countMessages, { chatId })?.n ?? 0,
    hasMore,
  };
}

interface Rows {
  /** Oldest first. */
  readonly rows: readonly ShownRow[];
  readonly hasMore: boolean;
}

function rowsOf({ tenant, actor }: UserCtx, chatId: number, query: ChatMessageQuery): Rows {
  const { db } = tenant;
  const { before, after, around, pageNumber } = query;
  if (around !== undefined) {
    // The page contains the message itself and its neighbours on both sides; `hasMore` refers to the older side.
    const past = older(db, chatId, around + 1, PAGE_SIZE / 2 + 1);
    return { ...past, rows: [...past.rows, ...newer(db, chatId, around, PAGE_SIZE / 2).rows] };
  }
  if (before !== undefined) return older(db, chatId, before, PAGE_SIZE);
  if (after !== undefined) return newer(db, chatId, after, PAGE_SIZE);
  // A page starts where the same user's previous page ended, so that new messages do not shift it.
  const memory = messagePages(tenant);
  const list = `${actor.id}:${chatId}`;
  const from =
    pageNumber === 1
      ? Number.MAX_SAFE_INTEGER
      : (memory.endOf(list, pageNumber - 1) ?? startOf(db, chatId, pageNumber));
  const page = older(db, chatId, from, PAGE_SIZE);
  const [oldest] = page.rows;
  if (oldest) memory.remember(list, pageNumber, oldest.id);
  return page;
}

const messagePages = (tenant: Tenant): PageMemory<number> =>
  tenant.cached("chat-message-pages", () => createPageMemory<number>(tenant.clock));

/** Used when the end of the previous page is not cached: counts messages from the newest. */
const startOf = (db: Db, chatId: number, page: number): number =>
  queryOne(db, sql.messageAtOffset, { chatId, value: (page - 1) * PAGE_SIZE - 1 })?.id ?? 0;

function older(db: Db, chatId: number, beforeId: number, limit: number): Rows {
  const found = queryAll(db, sql.olderMessages, { chatId, id: beforeId, limit: limit + 1 });
  return { rows: found.slice(0, limit).reverse(), hasMore: found.length > limit };
}

function newer(db: Db, chatId: number, afterId: number, limit: number): Rows {
  const found = queryAll(db, sql.newerMessages, { chatId, id: afterId, limit: limit + 1 });
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

/** Marks all messages of a chat as read for the caller. Throws 404 ERR_NO_CHAT_FOUND. */
export function markChatRead(ctx: UserCtx, chatId: number): void {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const { lastMessageId } = chatOfMember(ctx, chatId, unit.db);
    const { changes } = execute(unit.db, sql.markRead, {
      lastReadId: lastMessageId,
      chatId,
      userId: actor.id,
    });
    if (changes > 0) unit.emit(ChatRead, { chatId, userId: actor.id });
  });
}
