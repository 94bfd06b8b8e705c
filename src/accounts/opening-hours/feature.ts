import { defineFeature } from "#tenants/feature.ts";

/** Its place in the order; hours are saved with what has them: the company, a queue. */
export const openingHours = defineFeature({ name: "opening-hours" });
