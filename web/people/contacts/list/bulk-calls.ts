import type { FillAnswer } from "#outreach/contact-lists/contract.ts";
import type { TagAnswer, TagContactsAnswer } from "#people/tags/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Most contacts one call takes. */
const TAGGED_AT_ONCE = 500;
const LISTED_AT_ONCE = 2_000;

function* chunks(ids: readonly number[], size: number): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}

/** What is done to all contacts chosen, in as many calls as it takes. */
export const bulkCalls = {
  tags: () => api.get<readonly TagAnswer[]>("/tags/list"),
  lists: () => api.get<readonly { readonly id: number; readonly name: string }[]>("/contact-lists/list"),
  async tag(contactIds: readonly number[], tagId: number): Promise<TagContactsAnswer> {
    const sum = { tagged: 0, skipped: 0 };
    for (const some of chunks(contactIds, TAGGED_AT_ONCE)) {
      const { tagged, skipped } = await api.post<TagContactsAnswer>("/tags/contacts", {
        contactIds: some,
        tagId,
      });
      sum.tagged += tagged;
      sum.skipped += skipped;
    }
    return sum;
  },
  /** Answers how many came into the list; the others are there already, are blocked, or have no number. */
  async list(contactIds: readonly number[], listId: number): Promise<number> {
    let added = 0;
    for (const some of chunks(contactIds, LISTED_AT_ONCE))
      added += (await api.post<FillAnswer>(`/contact-lists/${listId}/fill`, { contactIds: some })).added;
    return added;
  },
};
