import { definePort } from "#platform/ports.ts";

/** Names of all jobs, because each may have work in an imported company. The composition root provides them. */
export const JobNamesPort = definePort<readonly string[]>("job names");
