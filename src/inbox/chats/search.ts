import { matchAll } from "#platform/db/full-text.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { chatOfMember } from "./access.ts";
import type { HitRow } from "./chats.sql.ts";
import * as sql from "./chats.sql.ts";
import type { ChatHits } from "./contract.ts";

const PAGE = 20;
const MAX_LOOKED_AT = 2000;

/**
 * `GET /chats/search`: messages that contain a text, newest first, in all chats of the caller or in one of them. A text
 * of fewer than two characters has no hits. Throws 404 ERR_NO_CHAT_FOUND.
 */
export function searchChats(ctx: UserCtx, text: string, chatId: number | undefined): ChatHits {
  const match = text.trim().length < 2 ? null : matchAll(text);
  if (chatId !== undefined) chatOfMember(ctx, chatId);
  if (match === null) return { hits: [], hasMore: false };
  const found = ownHits(ctx, match, chatId ?? null);
  const shown = found.slice(0, PAGE);
  const ids = JSON.stringify(shown.map(({ id }) => id));
  const snippets = new Map(
    queryAll(ctx.tenant.db, sql.snippets, { match, ids }).map((row) => [row.id, row.text]),
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

/** Returns one hit more than a page, so that the caller knows whether another page follows. */
function ownHits({ tenant, actor }: UserCtx, match: string, chatId: number | null): readonly HitRow[] {
  const found: HitRow[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (let looked = 0; looked < MAX_LOOKED_AT && found.length <= PAGE; looked += sql.BATCH) {
    const rows = queryAll(tenant.db, sql.searchHits, { match, rowid: below, chatId, userId: actor.id });
    found.push(...rows.filter(({ mine }) => mine === 1));
    const last = rows.at(-1);
    if (!last || rows.length < sql.BATCH) break;
    below = last.id;
  }
  return found;
}
