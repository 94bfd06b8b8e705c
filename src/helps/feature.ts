import { defineFeature } from "#tenants/feature.ts";
import { helpRoutes } from "./routes.ts";

/** Read by everybody; the provider's staff writes them (behaviour 28). */
export const helps = defineFeature({ name: "helps", routes: helpRoutes });
