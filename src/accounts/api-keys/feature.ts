import { ApiKeysPort } from "#accounts/auth/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { directoryKeysOf, findKey } from "./keys.ts";
import { apiKeyRoutes } from "./routes.ts";

export const apiKeys = defineFeature({
  name: "api-keys",
  companyTables: ["api_key_owner"],
  directory: directoryKeysOf,
  routes: apiKeyRoutes,
  listen: ({ ports }) => ports.plug(ApiKeysPort, findKey),
});
