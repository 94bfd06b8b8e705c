import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { visibleSchedule } from "./access.ts";
import { attachFile, detachFile } from "./attachment.ts";
import { ScheduleAnswer, ScheduleBody, SchedulePage, ScheduleQuery, UpdateScheduleBody } from "./contract.ts";
import { schedulePage } from "./list.ts";
import { presentSchedule } from "./present.ts";
import { deleteSchedule } from "./remove.ts";
import { createSchedule, updateSchedule } from "./save.ts";

const planFlag = "useSchedules";
const answer = (ctx: UserCtx, id: number) => presentSchedule(ctx.tenant, visibleSchedule(ctx, id));

export const scheduleRoutes = [
  route({
    method: "GET",
    path: "/schedules",
    summary: "Scheduled messages: a page, or a span of the calendar",
    planFlag,
    query: ScheduleQuery,
    answer: SchedulePage,
    handle: ({ ctx, query }) => schedulePage(ctx, query),
  }),
  route({
    method: "GET",
    path: "/schedules/:id",
    summary: "One scheduled message",
    planFlag,
    params: IdParams,
    answer: ScheduleAnswer,
    handle: ({ ctx, params }) => answer(ctx, params.id),
  }),
  route({
    method: "POST",
    path: "/schedules",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "schedule.created",
    summary: "Schedule a message",
    planFlag,
    body: ScheduleBody,
    answer: ScheduleAnswer,
    handle: ({ ctx, body }) => answer(ctx, createSchedule(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/schedules/:id",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "schedule.changed",
    summary: "Change a scheduled message that was not sent",
    planFlag,
    params: IdParams,
    body: UpdateScheduleBody,
    answer: ScheduleAnswer,
    handle({ ctx, params, body }) {
      updateSchedule(ctx, params.id, body);
      return answer(ctx, params.id);
    },
  }),
  route({
    method: "DELETE",
    path: "/schedules/:id",
    audit: "schedule.removed",
    summary: "Delete a scheduled message",
    planFlag,
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteSchedule(ctx, params.id);
      return { message: "schedule deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/schedules/:id/media-upload",
    audit: "schedule.changed",
    summary: "Attach a file to a scheduled message",
    planFlag,
    params: IdParams,
    rawBody: true,
    answer: ScheduleAnswer,
    async handle({ ctx, params, request }) {
      await attachFile(ctx, params.id, request);
      return answer(ctx, params.id);
    },
  }),
  route({
    method: "DELETE",
    path: "/schedules/:id/media-upload",
    audit: "schedule.changed",
    summary: "Remove the file of a scheduled message",
    planFlag,
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      detachFile(ctx, params.id);
      return { message: "file removed" };
    },
  }),
];
