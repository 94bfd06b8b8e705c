import { all } from "#platform/db/database.ts";
import { matchAll } from "#platform/db/full-text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { chatOfMember } from "./access.ts";
import type { ChatHits } from "./contract.ts";

const PAGE = 20;
/** Hits looked at in one read, and in all: a search answers in milliseconds or says that there is no more. */
const BATCH = 200;
const MAX_LOOKED_AT = 2000;

interface HitRow {
  readonly id: number;
  readonly chatId: number;
  readonly chatUuid: string;
  readonly chatTitle: string;
  readonly senderName: string;
  readonly createdAt: number;
  readonly mine: number;
}

// Newest first: that is the order of the index, nothing is sorted.
const HITS = `SELECT m.id, m.chat_id AS chatId, c.uuid AS chatUuid, c.title AS chatTitle, u.name AS senderName,
  m.created_at AS createdAt,
  EXISTS (SELECT 1 FROM chat_member p WHERE p.chat_id = m.chat_id AND p.user_id = ?4) AS mine
  FROM chat_message_search s JOIN chat_message m ON m.id = s.rowid JOIN chat c ON c.id = m.chat_id
  JOIN user u ON u.id = m.sender_id
  WHERE chat_message_search MATCH ?1 AND s.rowid < ?2 AND (?3 IS NULL OR m.chat_id = ?3) AND m.deleted_at IS NULL
  ORDER BY s.rowid DESC LIMIT ${BATCH}`;
// U+E000 and U+E001 mark the hit: nothing people type.
const SNIPPETS = `SELECT rowid AS id, snippet(chat_message_search, 0, char(57344), char(57345), '…', 16) AS text
  FROM chat_message_search WHERE chat_message_search MATCH ?1 AND rowid IN (SELECT value FROM json_each(?2))`;

/**
 * `GET /chats/search`: where a text stands, newest first, in the caller's chats, or in one of them. Below two characters
 * nothing is found. Throws 404 ERR_NO_CHAT_FOUND.
 */
export function searchChats(ctx: UserCtx, text: string, chatId: number | undefined): ChatHits {
  const match = text.trim().length < 2 ? null : matchAll(text);
  if (chatId !== undefined) chatOfMember(ctx, chatId);
  if (match === null) return { hits: [], hasMore: false };
  const found = ownHits(ctx, match, chatId ?? null);
  const shown = found.slice(0, PAGE);
  const ids = JSON.stringify(shown.map(({ id }) => id));
  const snippets = new Map(
    all<{ id: number; text: string }>(ctx.tenant.db, SNIPPETS, match, ids).map((row) => [row.id, row.text]),
  );
  return {
    hits: shown.map(({ mine: _mine, createdAt, ...hit }) => ({
      ...hit,
      snippet: snippets.get(hit.id) ?? "",
      createdAt: new Date(createdAt).toISOString(),
    })),
    hasMore: found.length > PAGE,
  };
}

/** One more than a page, if there is. */
function ownHits({ tenant, actor }: UserCtx, match: string, chatId: number | null): readonly HitRow[] {
  const found: HitRow[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (let looked = 0; looked < MAX_LOOKED_AT && found.length <= PAGE; looked += BATCH) {
    const rows = all<HitRow>(tenant.db, HITS, match, below, chatId, actor.id);
    found.push(...rows.filter(({ mine }) => mine === 1));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    below = last.id;
  }
  return found;
}
