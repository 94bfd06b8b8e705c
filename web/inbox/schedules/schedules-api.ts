import type * as v from "valibot";
import type {
  ScheduleAnswer,
  ScheduleBody,
  SchedulePage,
  UpdateScheduleBody,
} from "#inbox/scheduled-messages/contract.ts";
import { api } from "#web/lib/api/api.ts";
import type { UploadProgress } from "#web/lib/api/upload.ts";

export type Schedule = ScheduleAnswer;

/** Calls of scheduled messages (docs/rules/scheduled-messages.md). */
export const scheduleCalls = {
  create: (body: v.InferInput<typeof ScheduleBody>) => api.post<Schedule>("/schedules", body),
  /** Throws 409 ERR_SCHEDULE_SENT. */
  update: (id: number, body: v.InferInput<typeof UpdateScheduleBody>) =>
    api.put<Schedule>(`/schedules/${id}`, body),
  remove: (id: number) => api.delete(`/schedules/${id}`),
  upload(id: number, file: File, progress: UploadProgress = {}) {
    const form = new FormData();
    form.append("file", file, file.name);
    return api.upload<Schedule>(`/schedules/${id}/media-upload`, form, progress);
  },
  removeFile: (id: number) => api.delete(`/schedules/${id}/media-upload`),
  get: (id: number) => api.get<Schedule>(`/schedules/${id}`),
  /** All scheduled messages from day `from` until before day `to`, both `YYYY-MM-DD`. */
  span: (from: string, to: string, signal: AbortSignal) =>
    api.get<v.InferOutput<typeof SchedulePage>>("/schedules", { query: { from, to }, signal }),
};
export type ScheduleCalls = typeof scheduleCalls;
