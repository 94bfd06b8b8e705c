import { definePort } from "#platform/ports.ts";

/** Names of all jobs: each may have work in a company that has just come in. The composition root plugs them in. */
export const JobNamesPort = definePort<readonly string[]>("job names");
