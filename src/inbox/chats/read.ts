import { all, type Db, one, run } from "#platform/db/database.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { createPageMemory, type PageMemory } from "#platform/page-memory.ts";
import { fold } from "#platform/text.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { chatOfMember } from "./access.ts";
import type { ChatAnswer, ChatMessagePage, ChatMessageQuery } from "./contract.ts";
import { ChatRead } from "./events.ts";
import { presentChatMessage, presentChats, SHOWN, type ShownRow } from "./present.ts";
import type { Chat } from "./schema.ts";

const MINE = `FROM chat_member m JOIN chat c ON c.id = m.chat_id
  WHERE m.user_id = ?1 AND (?2 = '' OR instr(fold(c.title), ?2) > 0)`;
const PAGE = `SELECT c.id, c.uuid, c.title, c.owner_id AS ownerId, c.last_message AS lastMessage,
  c.last_message_id AS lastMessageId, c.created_at AS createdAt, c.updated_at AS updatedAt ${MINE}
  AND (c.updated_at, c.id) < (?3, ?4) ORDER BY c.updated_at DESC, c.id DESC LIMIT ?5 OFFSET ?6`;
const COUNT = `SELECT count(*) AS n ${MINE}`;

interface End {
  readonly updatedAt: number;
  readonly id: number;
}
const NEWEST: End = { updatedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/**
 * The caller's chats, the liveliest first. A later page goes on where the page before ended, so that chats which moved
 * to the top meanwhile shift nothing.
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
  const found = all<Chat>(tenant.db, PAGE, actor.id, search, updatedAt, id, PAGE_SIZE + 1, skip);
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  if (last) memory.remember(list, page, { updatedAt: last.updatedAt, id: last.id });
  return {
    records: presentChats(tenant, shown),
    count: one<{ n: number }>(tenant.db, COUNT, actor.id, search)?.n ?? 0,
    hasMore: found.length > PAGE_SIZE,
  };
}

const OLDER = `SELECT ${SHOWN} WHERE m.chat_id = ?1 AND m.id < ?2 ORDER BY m.id DESC LIMIT ?3`;
const NEWER = `SELECT ${SHOWN} WHERE m.chat_id = ?1 AND m.id > ?2 ORDER BY m.id LIMIT ?3`;
const MESSAGES = "SELECT count(*) AS n FROM chat_message WHERE chat_id = ?";
const SKIPPED = "SELECT id FROM chat_message WHERE chat_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2";

/** What was said in a chat: newest 20 a page, each page oldest first. Throws 404 ERR_NO_CHAT_FOUND. */
export function chatMessagePage(ctx: UserCtx, chatId: number, query: ChatMessageQuery): ChatMessagePage {
  const { tenant } = ctx;
  chatOfMember(ctx, chatId);
  const { rows, hasMore } = rowsOf(ctx, chatId, query);
  return {
    records: rows.map((row) => presentChatMessage(tenant, row)),
    count: one<{ n: number }>(tenant.db, MESSAGES, chatId)?.n ?? 0,
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
    // The message itself and what stands on both sides of it; `hasMore` is about the past.
    const past = older(db, chatId, around + 1, PAGE_SIZE / 2 + 1);
    return { ...past, rows: [...past.rows, ...newer(db, chatId, around, PAGE_SIZE / 2).rows] };
  }
  if (before !== undefined) return older(db, chatId, before, PAGE_SIZE);
  if (after !== undefined) return newer(db, chatId, after, PAGE_SIZE);
  // Cut where this person's page before ended, so that arrivals shift nothing.
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

/** Nobody remembers the page before: counted once from the newest. */
const startOf = (db: Db, chatId: number, page: number): number =>
  one<{ id: number }>(db, SKIPPED, chatId, (page - 1) * PAGE_SIZE - 1)?.id ?? 0;

function older(db: Db, chatId: number, beforeId: number, limit: number): Rows {
  const found = all<ShownRow>(db, OLDER, chatId, beforeId, limit + 1);
  return { rows: found.slice(0, limit).reverse(), hasMore: found.length > limit };
}

function newer(db: Db, chatId: number, afterId: number, limit: number): Rows {
  const found = all<ShownRow>(db, NEWER, chatId, afterId, limit + 1);
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

const READ = `UPDATE chat_member SET unreads = 0, mentions = 0, last_read_id = ?1
  WHERE chat_id = ?2 AND user_id = ?3 AND (unreads > 0 OR mentions > 0 OR last_read_id < ?1)`;

/** The caller has seen everything that is there. Throws 404 ERR_NO_CHAT_FOUND. */
export function markChatRead(ctx: UserCtx, chatId: number): void {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const { lastMessageId } = chatOfMember(ctx, chatId, unit.db);
    const { changes } = run(unit.db, READ, lastMessageId, chatId, actor.id);
    if (changes > 0) unit.emit(ChatRead, { chatId, userId: actor.id });
  });
}
