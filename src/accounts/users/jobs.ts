import { defineJob } from "#platform/jobs/define-job.ts";
import { expirePresence } from "./presence/attendance.ts";

/** docs/rules/jobs.md#periods: every 10 s, sockets closed for 60 s or more. */
export const presenceJob = defineJob({ name: "presence", every: { seconds: 10 }, run: expirePresence });
