import { defineFeature } from "#tenants/feature.ts";
import { planRoutes } from "./routes.ts";

/** What the provider sells: limits, features and prices of companies. */
export const plans = defineFeature({ name: "plans", routes: planRoutes });
