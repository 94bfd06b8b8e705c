import type { MessageHits } from "#inbox/messages/contract.ts";
import { isSpyingAllowed, mayRead, readableTicket } from "#inbox/tickets/index.ts";
import { matchAll } from "#platform/db/full-text.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { auditRead } from "./audit-read.ts";
import * as sql from "./search.sql.ts";

const PAGE = 20;
const MAX_LOOKED_AT = 2000;

/**
 * `GET /messages/search`: messages that contain a text, newest first, in tickets the caller may read; with a ticket,
 * only in its conversation. A text of fewer than two characters has no hits. Throws 404 ERR_NO_TICKET_FOUND, 403
 * ERR_NO_PERMISSION.
 */
export function searchMessages(ctx: UserCtx, text: string, ticketId: number | undefined): MessageHits {
  const match = text.trim().length < 2 ? null : matchAll(text);
  const contactId = ticketId === undefined ? null : readableTicket(ctx, ticketId).contactId;
  if (match === null) return { hits: [], hasMore: false };
  const found = readableHits(ctx, match, contactId);
  const hits = found.slice(0, PAGE);
  for (const hit of hits) auditRead(ctx, hit.ticketId, hit);
  const snippets = new Map(
    queryAll(ctx.tenant.db, sql.snippets, {
      match,
      ids: JSON.stringify(hits.map(({ id }) => id)),
    }).map((row) => [row.id, row.text]),
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

/** Returns one hit more than a page, so that the caller knows whether another page follows. */
function readableHits(ctx: UserCtx, match: string, contactId: number | null): readonly sql.HitRow[] {
  const spying = isSpyingAllowed(ctx);
  const found: sql.HitRow[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (let looked = 0; looked < MAX_LOOKED_AT && found.length <= PAGE; looked += sql.BATCH) {
    const rows = queryAll(ctx.tenant.db, sql.hits, { match, beforeId: below, contactId });
    for (const row of rows) if (mayRead(ctx.actor, row, spying)) found.push(row);
    const last = rows.at(-1);
    if (!last || rows.length < sql.BATCH) break;
    below = last.id;
  }
  return found;
}
