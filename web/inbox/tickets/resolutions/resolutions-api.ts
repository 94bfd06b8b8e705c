import type * as v from "valibot";
import type {
  CreateResolutionBody,
  ResolutionAnswer,
  ResolutionReport,
  UpdateResolutionBody,
} from "#inbox/tickets/resolutions/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the resolutions (docs/rules/resolutions.md). */
export const resolutionCalls = {
  create: (body: v.InferInput<typeof CreateResolutionBody>) =>
    api.post<ResolutionAnswer>("/resolutions", body),
  update: (id: number, body: v.InferInput<typeof UpdateResolutionBody>) =>
    api.put<ResolutionAnswer>(`/resolutions/${id}`, body),
  remove: (id: number) => api.delete(`/resolutions/${id}`),
  report: (from: string, to: string) =>
    api.get<ResolutionReport>("/reports/resolutions", { query: { date_from: from, date_to: to } }),
};
