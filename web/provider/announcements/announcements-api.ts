import type * as v from "valibot";
import type {
  AnnouncementAnswer,
  AnnouncementBody,
  UnreadAnswer,
  UpdateAnnouncementBody,
} from "#provider/announcements/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the announcements (docs/rules/team.md#announcements). */
export const announcementCalls = {
  create: (body: v.InferInput<typeof AnnouncementBody>) =>
    api.post<AnnouncementAnswer>("/announcements", body),
  update: (id: number, body: v.InferInput<typeof UpdateAnnouncementBody>) =>
    api.put<AnnouncementAnswer>(`/announcements/${id}`, body),
  remove: (id: number) => api.delete(`/announcements/${id}`),
  /** Throws 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE. */
  upload: (id: number, file: File) => {
    const form = new FormData();
    form.set("file", file, file.name);
    return api.upload<AnnouncementAnswer>(`/announcements/${id}/media-upload`, form);
  },
  detach: (id: number) => api.delete(`/announcements/${id}/media-upload`),
  read: (id: number) => api.post<UnreadAnswer>(`/announcements/${id}/read`),
  readAll: () => api.post<UnreadAnswer>("/announcements/read-all"),
};
export type AnnouncementCalls = typeof announcementCalls;
