import type * as v from "valibot";
import type {
  CreateScheduleBody,
  ScheduleAnswer,
  UpdateScheduleBody,
} from "#inbox/reports/schedules/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the scheduled reports (docs/rules/reports.md#schedules). */
export const scheduleCalls = {
  list: async () => (await api.get<{ schedules: readonly ScheduleAnswer[] }>("/report-schedules")).schedules,
  create: (body: v.InferInput<typeof CreateScheduleBody>) =>
    api.post<ScheduleAnswer>("/report-schedules", body),
  update: (id: number, body: v.InferInput<typeof UpdateScheduleBody>) =>
    api.put<ScheduleAnswer>(`/report-schedules/${id}`, body),
  remove: (id: number) => api.delete(`/report-schedules/${id}`),
  now: (id: number) => api.post(`/report-schedules/${id}/now`),
};
