import { route } from "#tenants/route.ts";
import { attendancePage } from "./attendances/list.ts";
import { AttendanceQuery, AttendancesAnswer } from "./contract.ts";

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
];
