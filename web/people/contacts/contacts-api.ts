import type * as v from "valibot";
import type {
  ContactAnswer,
  ContactPage,
  CreateContactBody,
  MergeAnswer,
  UpdateContactBody,
} from "#people/contacts/contract.ts";
import { api } from "#web/lib/api/api.ts";

type Contacts = v.InferOutput<typeof ContactPage>;

export function fetchContact(contactId: number): Promise<ContactAnswer> {
  return api.get(`/contacts/${contactId}`);
}

/** Searches contacts by name or number. */
export async function findContacts(
  searchParam: string,
  signal: AbortSignal,
): Promise<readonly ContactAnswer[]> {
  return (await api.get<Contacts>("/contacts", { query: { searchParam, pageNumber: 1 }, signal })).contacts;
}

/** Throws 409 ERR_DUPLICATED_CONTACT with `details.contactId`, 400 ERR_WAPP_INVALID_CONTACT. */
export function createContact(body: v.InferInput<typeof CreateContactBody>): Promise<ContactAnswer> {
  return api.post("/contacts", body);
}

export function updateContact(
  contactId: number,
  body: v.InferInput<typeof UpdateContactBody>,
): Promise<ContactAnswer> {
  return api.put(`/contacts/${contactId}`, body);
}

/** Merges another contact into this one (admins only). */
export function mergeContacts(
  contactId: number,
  otherId: number,
): Promise<v.InferOutput<typeof MergeAnswer>> {
  return api.post(`/contacts/${contactId}/merge`, { otherId });
}

/** Undoes a merge within 30 days. Throws ERR_MERGE_ALREADY_UNDONE, ERR_MERGE_TOO_OLD. */
export function undoMerge(mergeId: number): Promise<unknown> {
  return api.post(`/contacts/merges/${mergeId}/undo`);
}
