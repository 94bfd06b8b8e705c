import { defineFeature } from "#tenants/feature.ts";
import { deliverPayments } from "./deliveries.ts";
import { invoicesJob } from "./jobs.ts";
import { invoiceRoutes } from "./routes.ts";

/** What companies owe the provider and how they pay it (behaviour 25). */
export const billing = defineFeature({
  name: "billing",
  routes: invoiceRoutes,
  jobs: [invoicesJob],
  listen: deliverPayments,
});
