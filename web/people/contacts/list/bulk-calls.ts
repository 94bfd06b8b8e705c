import type { FillAnswer } from "#outreach/contact-lists/contract.ts";
import type { TagAnswer, TagContactsAnswer } from "#people/tags/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";

/** Maximum number of contacts per call. */
const TAGGED_AT_ONCE = 500;
const LISTED_AT_ONCE = 2_000;

function* chunks(ids: readonly number[], size: number): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}

/** Actions on all selected contacts, in as many calls as needed. */
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
  /** Creates a contact list and returns its id; a name in use gets a number. */
  async createList(name: string): Promise<number> {
    for (let copy = 1; ; copy += 1) {
      const body = { name: copy === 1 ? name : `${name} (${copy})` };
      try {
        return (await api.post<{ readonly id: number }>("/contact-lists", body)).id;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "ERR_NAME_IN_USE") || copy === 9) throw error;
      }
    }
  },
  removeList: (id: number) => api.delete(`/contact-lists/${id}`),
  /** Returns how many were added, and how many have no phone; the others are already in the list, or blocked. */
  async list(
    contactIds: readonly number[],
    listId: number,
  ): Promise<Pick<FillAnswer, "added" | "withoutPhone">> {
    const sum = { added: 0, withoutPhone: 0 };
    for (const some of chunks(contactIds, LISTED_AT_ONCE)) {
      const answer = await api.post<FillAnswer>(`/contact-lists/${listId}/fill`, { contactIds: some });
      sum.added += answer.added;
      sum.withoutPhone += answer.withoutPhone;
    }
    return sum;
  },
};
