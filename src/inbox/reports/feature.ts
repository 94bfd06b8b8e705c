import { defineFeature } from "#tenants/feature.ts";
import { reportRoutes } from "./routes.ts";

/** Reports of attendances (docs/rules/reports.md). */
export const reports = defineFeature({ name: "reports", routes: reportRoutes });
