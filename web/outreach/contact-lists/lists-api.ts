import type * as v from "valibot";
import type { QueueRef } from "#accounts/queues/contract.ts";
import type {
  ChecksAnswer,
  ContactListAnswer,
  ContactListBody,
  ContactListItemAnswer,
  ContactListItemBody,
  FillAnswer,
  FillBody,
  UpdateContactListItemBody,
} from "#outreach/contact-lists/contract.ts";
import type { TagAnswer } from "#people/tags/contract.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the contact lists (docs/rules/imports.md#lists). */
export const listCalls = {
  create: (body: v.InferInput<typeof ContactListBody>) => api.post<ContactListAnswer>("/contact-lists", body),
  update: (id: number, body: v.InferInput<typeof ContactListBody>) =>
    api.put<ContactListAnswer>(`/contact-lists/${id}`, body),
  remove: (id: number) => api.delete(`/contact-lists/${id}`),
  get: (id: number) => api.get<ContactListAnswer>(`/contact-lists/${id}`),
  checks: (id: number) => api.get<ChecksAnswer>(`/contact-lists/${id}/checks`),
  fill: (id: number, body: v.InferInput<typeof FillBody>) =>
    api.post<FillAnswer>(`/contact-lists/${id}/fill`, body),
  exported: (id: number) => api.file(`/contact-lists/${id}/export`, { query: { language: pageLanguage() } }),
  tags: () => api.get<readonly TagAnswer[]>("/tags/list"),
  queues: () => api.get<readonly QueueRef[]>("/queue"),
};
export type ListCalls = typeof listCalls;

/** Calls of the items of a list. */
export const itemCalls = {
  create: (body: v.InferInput<typeof ContactListItemBody>) =>
    api.post<ContactListItemAnswer>("/contact-list-items", body),
  update: (id: number, body: v.InferInput<typeof UpdateContactListItemBody>) =>
    api.put<ContactListItemAnswer>(`/contact-list-items/${id}`, body),
  remove: (id: number) => api.delete(`/contact-list-items/${id}`),
  removeMany: (contactListId: number, ids: readonly number[]) =>
    api.post<{ deleted: number }>("/contact-list-items/delete", { contactListId, ids }),
};
