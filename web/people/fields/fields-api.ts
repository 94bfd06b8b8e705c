import type * as v from "valibot";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import type {
  CreateFieldBody,
  FieldAnswer,
  NewValues,
  TakeExtraAnswer,
  UpdateFieldBody,
} from "#people/fields/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the custom fields (docs/rules/fields.md). */
export const fieldCalls = {
  create: (body: v.InferInput<typeof CreateFieldBody>) => api.post<FieldAnswer>("/fields", body),
  update: (id: number, body: v.InferInput<typeof UpdateFieldBody>) =>
    api.put<FieldAnswer>(`/fields/${id}`, body),
  remove: (id: number) => api.delete(`/fields/${id}`),
  order: (ids: readonly number[]) => api.put("/fields/order", { ids }),
  takeExtra: (id: number, name: string, dryRun: boolean) =>
    api.post<TakeExtraAnswer>(`/fields/${id}/take-extra`, { name, dryRun }),
  ofContact: (contactId: number, values: NewValues) =>
    api.put<ContactAnswer>(`/contacts/${contactId}/fields`, { values }),
};
