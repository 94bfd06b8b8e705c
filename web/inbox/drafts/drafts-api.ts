import type { DraftAnswer, DraftBody, DraftPage, ListedDraft } from "#inbox/drafts/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Stores the user's own draft. Throws ApiError 409 ERR_DRAFT_CHANGED with `details.draft`, 404. */
export function saveDraft(ticketId: number, body: DraftBody): Promise<DraftAnswer> {
  // `keepalive`: what is stored while the page is hidden or closed still reaches the server.
  return api.put(`/tickets/${ticketId}/draft`, body, { keepalive: true });
}

/** All drafts of the user, the last changed first. */
export async function fetchDrafts(): Promise<readonly ListedDraft[]> {
  const all: ListedDraft[] = [];
  for (let more = true; more; ) {
    const page: DraftPage = await api.get("/drafts", { query: { before: all.at(-1)?.version } });
    all.push(...page.drafts);
    more = page.hasMore && page.drafts.length > 0;
  }
  return all;
}
