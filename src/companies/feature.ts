import { defineFeature } from "#tenants/feature.ts";
import { companyRoutes } from "./routes.ts";

/** Companies themselves are made by set-up and the command line. */
export const companies = defineFeature({ name: "companies", routes: companyRoutes });
