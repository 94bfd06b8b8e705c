import type * as v from "valibot";
import type {
  MacroAnswer,
  MacroBody,
  MacroPreview,
  RunBody,
  UpdateMacroBody,
} from "#automation/macros/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of docs/rules/macros.md. */
export const macroCalls = {
  create: (body: v.InferInput<typeof MacroBody>) => api.post<MacroAnswer>("/macros", body),
  update: (id: number, body: v.InferInput<typeof UpdateMacroBody>) =>
    api.put<MacroAnswer>(`/macros/${id}`, body),
  remove: (id: number) => api.delete(`/macros/${id}`),
  preview: (id: number, ticketId: number) => api.post<MacroPreview>(`/macros/${id}/preview`, { ticketId }),
  run: (id: number, body: v.InferInput<typeof RunBody>) => api.post<TicketAnswer>(`/macros/${id}/run`, body),
};
