import { defineJob } from "#platform/jobs/define-job.ts";
import { expirePresence } from "./presence/attendance.ts";

/** Every 10 s: users without a socket for 60 s are offline (docs/rules/jobs.md#periods). */
export const presenceJob = defineJob({ name: "presence", every: { seconds: 10 }, run: expirePresence });
