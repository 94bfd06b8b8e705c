import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { CreateScheduleBody, ScheduleAnswer, ScheduleList, UpdateScheduleBody } from "./contract.ts";
import { allSchedules, presentSchedule } from "./queries.ts";
import { createSchedule, deleteSchedule, updateSchedule } from "./save.ts";
import { sendNow } from "./send.ts";

/** Routes of docs/rules/reports.md#schedules. */
export const scheduleRoutes = [
  route({
    method: "GET",
    path: "/report-schedules",
    access: "admin",
    summary: "The scheduled reports",
    answer: ScheduleList,
    handle: ({ ctx }) => ({
      schedules: allSchedules(ctx.tenant.db).map((schedule) => presentSchedule(ctx.tenant, schedule)),
    }),
  }),
  route({
    method: "POST",
    path: "/report-schedules",
    access: "admin",
    audit: "report-schedule.created",
    summary: "Create a scheduled report",
    body: CreateScheduleBody,
    answer: ScheduleAnswer,
    handle: ({ ctx, body }) => presentSchedule(ctx.tenant, createSchedule(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/report-schedules/:id",
    access: "admin",
    audit: "report-schedule.changed",
    summary: "Change a scheduled report",
    params: IdParams,
    body: UpdateScheduleBody,
    answer: ScheduleAnswer,
    handle: ({ ctx, params, body }) => presentSchedule(ctx.tenant, updateSchedule(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/report-schedules/:id",
    access: "admin",
    audit: "report-schedule.removed",
    summary: "Delete a scheduled report",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteSchedule(ctx, params.id);
      return { message: "schedule deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/report-schedules/:id/now",
    access: "admin",
    audit: "report-schedule.sent",
    summary: "Send a scheduled report now",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      sendNow(ctx, params.id);
      return { message: "report on its way" };
    },
  }),
];
