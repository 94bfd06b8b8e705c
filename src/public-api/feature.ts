import { defineFeature } from "#tenants/feature.ts";
import { apiCleanUp } from "./clean-up.ts";
import { closeAfterSending } from "./close-after.ts";
import { publicApiRoutes } from "./routes.ts";

export const publicApi = defineFeature({
  name: "public-api",
  routes: publicApiRoutes,
  jobs: [apiCleanUp],
  listen: closeAfterSending,
});
