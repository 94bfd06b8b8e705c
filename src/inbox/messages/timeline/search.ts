import type { MessageHits } from "#inbox/messages/contract.ts";
import { isSpyingAllowed, mayRead, readableTicket, type TicketScope } from "#inbox/tickets/index.ts";
import { all } from "#platform/db/database.ts";
import { matchAll } from "#platform/db/full-text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { auditRead } from "./audit-read.ts";

const PAGE = 20;
/** Hits looked at in one read, and in all: a search answers in milliseconds or says that there is no more. */
const BATCH = 200;
const MAX_LOOKED_AT = 2000;

interface HitRow extends TicketScope {
  readonly id: number;
  readonly ticketId: number;
  readonly ticketUuid: string;
  readonly contactId: number;
  readonly contactName: string;
  readonly createdAt: number;
}

// Newest first: that is the order of the index, nothing is sorted.
const HITS = `SELECT m.id, m.ticket_id AS ticketId, t.uuid AS ticketUuid, m.contact_id AS contactId, c.name AS contactName,
  m.created_at AS createdAt, t.status, t.queue_id AS queueId, t.user_id AS userId, t.user_distributed AS userDistributed
  FROM message_search s JOIN message m ON m.id = s.rowid JOIN ticket t ON t.id = m.ticket_id
  JOIN contact c ON c.id = m.contact_id
  WHERE message_search MATCH ?1 AND s.rowid < ?2 AND (?3 IS NULL OR m.contact_id = ?3) AND m.deleted_at IS NULL
  ORDER BY s.rowid DESC LIMIT ${BATCH}`;
// U+E000 and U+E001 mark the hit: nothing people type.
const SNIPPETS = `SELECT rowid AS id, snippet(message_search, 0, char(57344), char(57345), '…', 16) AS text
  FROM message_search WHERE message_search MATCH ?1 AND rowid IN (SELECT value FROM json_each(?2))`;

/**
 * `GET /messages/search`: where a text stands, newest first, in tickets the caller may read; with a ticket only in
 * the conversation it belongs to. Below two characters nothing is found. Throws 404 ERR_NO_TICKET_FOUND,
 * 403 ERR_NO_PERMISSION.
 */
export function searchMessages(ctx: UserCtx, text: string, ticketId: number | undefined): MessageHits {
  const match = text.trim().length < 2 ? null : matchAll(text);
  const contactId = ticketId === undefined ? null : readableTicket(ctx, ticketId).contactId;
  if (match === null) return { hits: [], hasMore: false };
  const found = readableHits(ctx, match, contactId);
  const hits = found.slice(0, PAGE);
  for (const hit of hits) auditRead(ctx, hit.ticketId, hit);
  const snippets = new Map(
    all<{ id: number; text: string }>(
      ctx.tenant.db,
      SNIPPETS,
      match,
      JSON.stringify(hits.map(({ id }) => id)),
    ).map((row) => [row.id, row.text]),
  );
  return {
    hits: hits.map(({ id, ticketId: ticket, ticketUuid, contactId: contact, contactName, createdAt }) => ({
      id,
      ticketId: ticket,
      ticketUuid,
      contactId: contact,
      contactName,
      snippet: snippets.get(id) ?? "",
      createdAt: new Date(createdAt).toISOString(),
    })),
    hasMore: found.length > PAGE,
  };
}

/** One more than a page, if there is. */
function readableHits(ctx: UserCtx, match: string, contactId: number | null): readonly HitRow[] {
  const spying = isSpyingAllowed(ctx);
  const found: HitRow[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (let looked = 0; looked < MAX_LOOKED_AT && found.length <= PAGE; looked += BATCH) {
    const rows = all<HitRow>(ctx.tenant.db, HITS, match, below, contactId);
    for (const row of rows) if (mayRead(ctx.actor, row, spying)) found.push(row);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    below = last.id;
  }
  return found;
}
