import { route } from "#tenants/route.ts";
import { attendancePage } from "./attendances/list.ts";
import { AttendanceQuery, AttendancesAnswer } from "./contract.ts";
import { RatingsAnswer, RatingsQuery } from "./satisfaction/contract.ts";
import { readRatings } from "./satisfaction/read.ts";
import { WorkAnswer, WorkQuery } from "./work/contract.ts";
import { readWork } from "./work/read.ts";

/** Routes of docs/rules/reports.md. */
export const reportRoutes = [
  route({
    method: "GET",
    path: "/reports/attendances",
    summary: "Attendances of a period, one row each; for admins, and for supervisors those of their queues",
    query: AttendanceQuery,
    answer: AttendancesAnswer,
    handle: ({ ctx, query }) => attendancePage(ctx, query),
  }),
  route({
    method: "GET",
    path: "/reports/ratings",
    summary: "Satisfaction of a period per scale, with its ratings and comments; rows as of attendances",
    query: RatingsQuery,
    answer: RatingsAnswer,
    handle: ({ ctx, query }) => readRatings(ctx, query),
  }),
  route({
    method: "GET",
    path: "/reports/work",
    summary: "Working times and pauses of a period, per person, and per day of one person",
    query: WorkQuery,
    answer: WorkAnswer,
    handle: ({ ctx, query }) => readWork(ctx, query),
  }),
];
