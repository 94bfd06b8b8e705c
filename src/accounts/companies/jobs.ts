import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { emptyBin } from "./lifecycle/bin.ts";

/** Erases removed companies after 30 days in the bin (docs/rules/companies.md#calls). */
export const binJob = defineJob<Installation>({ name: "bin", every: "0 30 3 * * *", run: emptyBin });
