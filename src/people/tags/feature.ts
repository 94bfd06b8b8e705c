import { defineFeature } from "#tenants/feature.ts";
import { broadcastTags } from "./broadcasts.ts";
import { tagRoutes } from "./routes.ts";

export const tags = defineFeature({ name: "tags", routes: tagRoutes, listen: broadcastTags });
