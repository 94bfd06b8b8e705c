import { defineFeature } from "#tenants/feature.ts";
import { apiCleanUp } from "./idempotency.ts";
import { closeAfterSending, eraseCalls } from "./listeners.ts";
import { publicApiRoutes } from "./routes.ts";

export const publicApi = defineFeature({
  name: "public-api",
  routes: publicApiRoutes,
  jobs: [apiCleanUp],
  listen(installation) {
    closeAfterSending(installation);
    eraseCalls(installation);
  },
});
