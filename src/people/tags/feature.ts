import { defineFeature } from "#tenants/feature.ts";
import { deliverTags } from "./deliveries.ts";
import { tagRoutes } from "./routes.ts";

export const tags = defineFeature({ name: "tags", routes: tagRoutes, listen: deliverTags });
