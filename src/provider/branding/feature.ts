import { BrandPort } from "#accounts/companies/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastBrands, broadcastToCompanies } from "./broadcasts.ts";
import { brandMount } from "./mount.ts";
import { brandOfMails, brandOfPushes } from "./ports.ts";
import { presentBrand } from "./present.ts";
import { brandRoutes } from "./routes.ts";

/** Shows the product with the provider's name, logo and colour, or those of the user's company. */
export const branding = defineFeature({
  name: "branding",
  sharedTables: [{ table: "brand", copied: broadcastToCompanies }],
  routes: brandRoutes,
  mounts: [brandMount],
  listen(installation) {
    installation.ports.plug(BrandPort, {
      shown: presentBrand,
      ofMails: brandOfMails,
      ofPushes: brandOfPushes,
    });
    broadcastBrands(installation);
  },
});
