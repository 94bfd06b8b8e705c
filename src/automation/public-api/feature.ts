import { defineFeature } from "#tenants/feature.ts";
import { apiCleanUp } from "./clean-up.ts";
import { closeAfterSending } from "./close-after.ts";
import { eraseCalls } from "./erased-contacts.ts";
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
