import { defineFeature } from "#tenants/feature.ts";
import { helpRoutes } from "./routes.ts";

/** Read by all users, written by the provider's staff (docs/rules/team.md#help-videos). */
export const helps = defineFeature({ name: "helps", routes: helpRoutes });
