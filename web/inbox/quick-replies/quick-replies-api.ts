import type * as v from "valibot";
import type {
  QuickReplyAnswer,
  QuickReplyBody,
  UpdateQuickReplyBody,
} from "#inbox/quick-replies/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the quick replies page (docs/rules/contacts.md#visibility). */
export const quickReplyCalls = {
  create: (body: v.InferInput<typeof QuickReplyBody>) => api.post<QuickReplyAnswer>("/quick-messages", body),
  update: (id: number, body: v.InferInput<typeof UpdateQuickReplyBody>) =>
    api.put<QuickReplyAnswer>(`/quick-messages/${id}`, body),
  remove: (id: number) => api.delete(`/quick-messages/${id}`),
  /** Throws 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE. */
  upload: (id: number, file: File) => {
    const form = new FormData();
    form.set("typeArch", "quickMessage");
    form.set("file", file, file.name);
    return api.upload<QuickReplyAnswer>(`/quick-messages/${id}/media-upload`, form);
  },
  detach: (id: number) => api.delete(`/quick-messages/${id}/media-upload`),
};
export type QuickReplyCalls = typeof quickReplyCalls;
