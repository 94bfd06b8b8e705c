import { defineFeature } from "#tenants/feature.ts";
import { brandMount } from "./mount.ts";
import { brandRoutes } from "./routes.ts";

/** The product under the provider's own name, sign and colour. */
export const branding = defineFeature({ name: "branding", routes: brandRoutes, mounts: [brandMount] });
