import { defineFeature } from "#tenants/feature.ts";
import { helpRoutes } from "./routes.ts";

/** Read by everybody; the provider's staff writes them (docs/rules/team.md#help-videos). */
export const helps = defineFeature({ name: "helps", routes: helpRoutes });
